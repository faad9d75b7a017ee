import { describe, expect, it } from "vitest";
import { makeStepLog } from "../../src/check/steps.ts";

function clean(secret: string, text: string): string {
  const steps = makeStepLog({ timeoutMs: 1000, signal: new AbortController().signal, now: () => 0 });
  steps.hide(secret);
  return steps.clean(text);
}

describe("secrets hidden in messages", () => {
  it.each(["c=1", "a-b", "$1", "^", "a)", "[", "\\", "/", "é.", "x y", "{1}"])(
    "is a short secret where it stands alone: %j",
    (secret) => {
      expect(clean(secret, `it was "${secret}", no?`)).toBe('it was "[hidden]", no?');
      expect(clean("p", "up and p")).toBe("up and [hidden]");
    },
  );

  it("is a longer one wherever it stands", () => {
    expect(clean("(a+)+", "x(a+)+y")).toBe("x[hidden]y");
  });
});
