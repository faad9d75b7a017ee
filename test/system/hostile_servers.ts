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
  /** Damages these cheaper conversations more often where a sign-in takes long. */
  findCheap?: () => Subject;
}

export function describeHostile(findSubject: () => Subject, wish: HostileWish = {}): void {
  const { ofCheck = (answers) => answers, runs, findCheap } = wish;

  describe("with a server that misbehaves", () => {
    let subject: Subject;
    let answers: Responses;

    beforeAll(async () => {
      subject = findSubject();
      answers = await recordAnswers(subject);
    });

    it("is down where the server hangs up at any byte", () =>
      expectFailuresWhenClosed(subject, ofCheck(answers)));
    it("is down in time where it falls silent at any byte", () =>
      expectFailuresWhenStalled(subject, ofCheck(answers)));
    it("makes sense of damaged answers", async () => {
      const cheap = findCheap?.();
      if (cheap) await expectSenseOfDamaged(cheap, await recordAnswers(cheap), 4000);
      await expectSenseOfDamaged(subject, answers, runs);
    });
    it("reads no more than it has to of an endless answer", () => expectBoundsWhenFlooded(subject, answers));
  });
}
