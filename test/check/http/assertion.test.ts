import { describe, expect, it } from "vitest";
import { judgeAssertion } from "../../../src/check/http/assertion.ts";
import { cutExcerpts } from "../../../src/check/quote.ts";
import { assertion } from "../../../src/schema/https_assertion.ts";

const headers = new Headers({ "X-Mode": "Fast lane", "X-Empty": "" });
const document = { s: "on", n: 5, big: "12", yes: true, nothing: null, list: ["a", 2], o: { k: 1 } };

function judge(input: object, json: Parameters<typeof judgeAssertion>[1]["json"] = { document }) {
  const verdict = judgeAssertion(assertion.parse(input), { headers, json });
  return { ...verdict, message: cutExcerpts(verdict.message) };
}

describe("judgeAssertion of headers", () => {
  it.each([
    ["exists", "x-mode", "", null],
    ["exists", "x-empty", "", null],
    ["exists", "x-none", "", "Header x-none: expected, but it is missing."],
    ["not_exists", "x-none", "", null],
    ["not_exists", "X-Mode", "", 'Header X-Mode: expected to be missing, got "Fast lane".'],
    ["equals", "x-mode", "Fast lane", null],
    ["equals", "x-mode", "fast lane", 'Header x-mode: expected "fast lane", got "Fast lane".'],
    ["equals", "x-none", "a", 'Header x-none: expected "a", but it is missing.'],
    ["not_equals", "x-none", "a", null],
    [
      "not_equals",
      "x-mode",
      "Fast lane",
      'Header x-mode: expected anything but "Fast lane", got "Fast lane".',
    ],
    ["contains", "x-mode", "lane", null],
    ["contains", "x-mode", "slow", 'Header x-mode: expected something with "slow", got "Fast lane".'],
    ["contains", "x-none", "", 'Header x-none: expected something with "", but it is missing.'],
  ])("%s %s %j", (operator, name, value, message) => {
    const verdict = judge({ source: "header", operator, name, value });
    expect(verdict.status).toBe(message === null ? "up" : "down");
    expect(verdict.message).toBe(message ?? "");
  });
});

describe("judgeAssertion of JSON", () => {
  it.each([
    ["exists", "$.nothing", "", null],
    ["exists", "$.gone", "", "$.gone: expected, but it is missing."],
    ["equals", "$.s", "on", null],
    ["equals", "$.n", 5, null],
    ["equals", "$.n", "5", null],
    ["equals", "$.n", "5.0", null],
    ["equals", "$.n", "6", '$.n: expected "6", got "5".'],
    ["equals", "$.yes", "true", null],
    ["equals", "$.yes", true, null],
    ["equals", "$.nothing", null, null],
    ["equals", "$.gone", "x", '$.gone: expected "x", but it is missing.'],
    ["equals", "$.o", '{"k":1}', null],
    ["not_equals", "$.s", "off", null],
    ["not_equals", "$.gone", "off", null],
    ["not_equals", "$.n", "5", '$.n: expected anything but "5", got "5".'],
    ["contains", "$.s", "o", null],
    ["contains", "$.list", "2", null],
    ["contains", "$.list", "b", '$.list: expected something with "b", got "["a",2]".'],
    ["less_than", "$.n", "5.5", null],
    ["less_than", "$.n", 5, '$.n: expected less than "5", got "5".'],
    ["less_than", "$.big", 5, '$.big: expected less than "5", got "12".'],
    ["greater_than", "$.big", 5, null],
    ["greater_than", "$.s", 1, '$.s: expected more than "1", got "on".'],
    ["greater_than", "$.nothing", -1, '$.nothing: expected more than "-1", got "null".'],
    ["less_than", "$.gone", 1, '$.gone: expected less than "1", but it is missing.'],
  ])("%s %s %j", (operator, path, value, message) => {
    const verdict = judge({ source: "json", operator, path, value });
    expect(verdict.status).toBe(message === null ? "up" : "down");
    expect(verdict.message).toBe(message ?? "");
  });

  it("fails with the status of the assertion", () => {
    const missing = { source: "json", operator: "exists", path: "$.x" };
    expect(judge({ ...missing, failsAs: "degraded" }).status).toBe("degraded");
    expect(judge(missing, { problem: "it is over a megabyte" })).toEqual({
      label: "$.x",
      status: "down",
      message: "$.x: it is over a megabyte.",
    });
  });
});
