import { expect, it } from "vitest";
import { https } from "../../src/check/https.ts";
import { parseConfig } from "../../src/check/parsed_config.ts";

const of = (config: Record<string, unknown>, hasSecrets = false) =>
  parseConfig(https, { url: "https://shop.test/", ...config }, { hasSecrets }) as { expectedStatus: string };

it("is parsed once per config", () => {
  const first = of({ expectedStatus: "200" });
  expect(of({ expectedStatus: "200" })).toBe(first);
  expect(of({ expectedStatus: "204" })).not.toBe(first);
  expect(of({ expectedStatus: "204" }).expectedStatus).not.toBe(first.expectedStatus);
});

it("is used as it is once it is known that parsing changes nothing", () => {
  const saved = JSON.stringify(of({ expectedStatus: "201" }));
  parseConfig(https, JSON.parse(saved), { hasSecrets: false });
  const again = JSON.parse(saved);
  expect(parseConfig(https, again, { hasSecrets: false })).toBe(again);
});

it("is not to be changed by a check, as others share it", () => {
  const shared = of({ headers: { "X-One": "1" } });
  expect(Object.isFrozen(shared)).toBe(true);
  expect(Object.values(shared).filter((part) => typeof part === "object" && part !== null)).not.toEqual([]);
  for (const part of Object.values(shared)) if (part) expect(Object.isFrozen(part)).toBe(true);
});

it("is kept nowhere where it has a secret", () => {
  const auth = { type: "bearer", bearer: { token: "very secret" } };
  expect(of({ auth }, true)).not.toBe(of({ auth }, true));
});

it("is refused each time where it does not fit", () => {
  for (let n = 0; n < 2; n++) expect(() => of({ url: 7 })).toThrow("open the monitor and save it again");
});
