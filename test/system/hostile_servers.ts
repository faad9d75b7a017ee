import { beforeAll, describe, it } from "vitest";
import {
  type Answers,
  expectBoundsWhenFlooded,
  expectFailuresWhenClosed,
  expectFailuresWhenStalled,
  expectSenseOfDamaged,
  recordAnswers,
  type Subject,
} from "../check/wire/hostile.ts";

/** What a real server said is played again by one that fails. `ofCheck` takes off what the check is over without. */
export function describeHostile(
  findSubject: () => Subject,
  ofCheck = (answers: Answers): Answers => answers,
): void {
  let subject: Subject;
  let answers: Answers;

  beforeAll(async () => {
    subject = findSubject();
    answers = ofCheck(await recordAnswers(subject));
  });

  describe("with a server that misbehaves", () => {
    it("is down where the server hangs up at any byte", () => expectFailuresWhenClosed(subject, answers));
    it("is down in time where it falls silent at any byte", () =>
      expectFailuresWhenStalled(subject, answers));
    it("makes sense of damaged answers", () => expectSenseOfDamaged(subject, answers));
    it("reads no more than it has to of an endless answer", () => expectBoundsWhenFlooded(subject, answers));
  });
}
