import { expect, it } from "vitest";
import { https } from "../../src/check/https.ts";
import { parseConfig } from "../../src/check/probe.ts";

const of = (config: Record<string, unknown>, hasSecrets = false) =>
  parseConfig(https, { url: "https://shop.test/", ...config }, { hasSecrets }) as { expectedStatus: string };

it("a config is parsed once", () => {
  const first = of({ expectedStatus: "200" });
  expect(of({ expectedStatus: "200" })).toBe(first);
  expect(of({ expectedStatus: "204" })).not.toBe(first);
  expect(of({ expectedStatus: "204" }).expectedStatus).not.toBe(first.expectedStatus);
});

it("a config is used unchanged once parsing is known to change nothing", () => {
  const saved = JSON.stringify(of({ expectedStatus: "201" }));
  parseConfig(https, JSON.parse(saved), { hasSecrets: false });
  const again = JSON.parse(saved);
  expect(parseConfig(https, again, { hasSecrets: false })).toBe(again);
});

it("a parsed config is frozen, since checks share it", () => {
  const shared = of({ headers: { "X-One": "1" } });
  expect(Object.isFrozen(shared)).toBe(true);
  expect(Object.values(shared).filter((part) => typeof part === "object" && part !== null)).not.toEqual([]);
  for (const part of Object.values(shared)) if (part) expect(Object.isFrozen(part)).toBe(true);
});

it("a config with a secret is never cached", () => {
  const auth = { type: "bearer", bearer: { token: "very secret" } };
  expect(of({ auth }, true)).not.toBe(of({ auth }, true));
});

it("an invalid config is rejected each time", () => {
  for (let n = 0; n < 2; n++) expect(() => of({ url: 7 })).toThrow("open the monitor and save it again");
});
