import { describe, expect, it } from "vitest";
import { makeStepLog } from "../../src/check/steps.ts";

function clean(secret: string, text: string): string {
  const steps = makeStepLog({ timeoutMs: 1000, signal: new AbortController().signal, now: () => 0 });
  steps.hide(secret);
  return steps.clean(text);
}

describe("a secret in messages", () => {
  it.each(["c=1", "a-b", "$1", "^", "a)", "[", "\\", "/", "é.", "x y", "{1}"])(
    "is hidden as a separate word if it is short: %j",
    (secret) => {
      expect(clean(secret, `it was "${secret}", no?`)).toBe('it was "[hidden]", no?');
      expect(clean("p", "up and p")).toBe("up and [hidden]");
    },
  );

  it("is hidden anywhere if it is longer", () => {
    expect(clean("(a+)+", "x(a+)+y")).toBe("x[hidden]y");
  });
});
