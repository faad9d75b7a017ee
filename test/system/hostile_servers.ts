import { beforeAll, describe, it } from "vitest";
import {
  expectBoundsWhenFlooded,
  expectFailuresWhenClosed,
  expectFailuresWhenStalled,
  expectSenseOfDamaged,
  type Responses,
  recordAnswers,
  type Subject,
} from "../check/wire/hostile.ts";

interface HostileWish {
  ofCheck?: (answers: Responses) => Responses;
  runs?: number;
  /** Damages these cheaper conversations more often when signing in is slow. */
  findCheap?: () => Subject;
}

export function describeHostile(findSubject: () => Subject, wish: HostileWish = {}): void {
  const { ofCheck = (answers) => answers, runs, findCheap } = wish;

  describe("with a misbehaving server", () => {
    let subject: Subject;
    let answers: Responses;

    beforeAll(async () => {
      subject = findSubject();
      answers = await recordAnswers(subject);
    });

    it("is down when the server closes the connection at any byte", () =>
      expectFailuresWhenClosed(subject, ofCheck(answers)));
    it("times out when the server stalls at any byte", () =>
      expectFailuresWhenStalled(subject, ofCheck(answers)));
    it("handles damaged responses", async () => {
      const cheap = findCheap?.();
      if (cheap) await expectSenseOfDamaged(cheap, await recordAnswers(cheap), 4000);
      await expectSenseOfDamaged(subject, answers, runs);
    });
    it("reads only a limited part of an endless response", () => expectBoundsWhenFlooded(subject, answers));
  });
}
