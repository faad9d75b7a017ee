import { expect, it } from "vitest";
import { CHECK_TYPES } from "../../src/check/registry.ts";
import { hasResponseTime } from "../../src/domain/monitor/response_time_types.ts";

it("knows of every type whether it has a response time", () => {
  const wrong = CHECK_TYPES.filter((known) => known.hasResponseTime !== hasResponseTime(known.type));
  expect(wrong.map(({ type }) => type)).toEqual([]);
});
