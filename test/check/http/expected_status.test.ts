import { describe, expect, it } from "vitest";
import { isExpectedStatus, parseStatuses } from "../../../src/schema/https_config.ts";

describe("isExpectedStatus", () => {
  it.each([
    [200, 200, true],
    [200, 201, false],
    ["200-299,301", 299, true],
    ["200-299,301", 300, false],
    [" 200 - 204 , 301 ", 301, true],
    ["404", 404, true],
  ])("compares %j with %d", (expected, status, isExpected) => {
    expect(isExpectedStatus(expected, status)).toBe(isExpected);
  });
});

describe("parseStatuses", () => {
  it.each(["", ",", "200,", "2xx", "299-200", "99", "600", "200-", "200;301", "-200"])(
    "rejects %j",
    (text) => {
      expect(parseStatuses(text)).toBeNull();
    },
  );
});
