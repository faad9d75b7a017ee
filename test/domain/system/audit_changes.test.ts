import { describe, expect, it } from "vitest";
import {
  changedFields,
  decideChanges,
  hideSecrets,
  listSettings,
} from "../../../src/domain/system/audit_changes.ts";

const SEALED = "v1.0123abcd.aaaa.bbbb";
const OTHER = "v1.0123abcd.cccc.dddd";

describe("decideChanges", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, object]>([
    ["nothing", { name: "a" }, { name: "a" }, {}],
    ["a setting", { name: "a", retries: 1 }, { name: "b", retries: 1 }, { name: ["a", "b"] }],
    ["a new setting", {}, { port: 1 }, { port: [null, 1] }],
    ["a removed setting", { port: 1 }, {}, { port: [1, null] }],
    ["nothing for a missing value that becomes null", {}, { port: null }, {}],
    [
      "a nested setting by its path",
      { config: { url: "a", method: "GET" }, alertPolicy: { quietHours: { start: "22:00" } } },
      { config: { url: "b", method: "GET" }, alertPolicy: { quietHours: { start: "23:00" } } },
      { "config.url": ["a", "b"], "alertPolicy.quietHours.start": ["22:00", "23:00"] },
    ],
    ["a list as one value", { ids: [1, 2] }, { ids: [1] }, { ids: [[1, 2], [1]] }],
    ["a new object as a whole", {}, { auth: { type: "none" } }, { auth: [null, { type: "none" }] }],
    ["false and 0 unchanged", { on: true, n: 1 }, { on: false, n: 0 }, { on: [true, false], n: [1, 0] }],
  ])("returns %s", (_, before, after, changes) => {
    expect(decideChanges(before, after)).toEqual(changes);
  });

  it.each([
    ["password", "hunter2"],
    ["clientSecret", "hunter2"],
    ["apiToken", "hunter2"],
    ["authorization", "hunter2"],
    ["cookies", "hunter2"],
    ["credential", "hunter2"],
    ["recovery_codes", ["hunter2"]],
    ["secrets", [{ name: "a", value: "hunter2" }]],
    ["list", [{ password: "hunter2" }]],
    ["webhookUrl", SEALED],
    ["items", [SEALED, { deep: SEALED }]],
    ["auth", { basic: { password: "hunter2", key: SEALED } }],
    ["url", "https://me:hunter2@a.example/?token=hunter2"],
    ["config", { headers: { "X-Api-Key": "hunter2" } }],
  ])("never shows the value of %s", (name, secret) => {
    for (const [before, after] of [
      [{}, { [name]: secret }],
      [{ [name]: secret }, {}],
      [{ [name]: "old" }, { [name]: secret }],
      [{ config: { [name]: "old" } }, { config: { [name]: secret } }],
      [{ config: {} }, { config: { [name]: secret } }],
    ] as const) {
      const changes = decideChanges(before, after);
      expect(Object.keys(changes)).toHaveLength(1);
      expect(JSON.stringify(changes)).toContain("[redacted]");
      expect(JSON.stringify(changes)).not.toMatch(/hunter2|v1\./);
    }
  });

  it("shows that a sealed value changed, but not its value", () => {
    const changes = decideChanges({ config: { webhookUrl: SEALED } }, { config: { webhookUrl: OTHER } });
    expect(changes).toEqual({ "config.webhookUrl": ["[redacted]", "[redacted]"] });
  });

  it("recognizes a header with a credential by its path", () => {
    const changes = decideChanges(
      { config: { headers: { "X-Api-Key": "a", Accept: "b" } } },
      { config: { headers: { "X-Api-Key": "c", Accept: "d" } } },
    );
    expect(changes).toEqual({
      "config.headers.X-Api-Key": ["[redacted]", "[redacted]"],
      "config.headers.Accept": ["b", "d"],
    });
  });

  it("cuts long values after hiding secrets", () => {
    const text = `${"x".repeat(190)} https://me:hunter2@a.example/`;
    const { body, list } = decideChanges(
      { body: "", list: [] },
      { body: text, list: Array(500).fill("word") },
    );
    expect(String(body?.[1])).toHaveLength(201);
    expect(String(list?.[1])).toHaveLength(201);
    expect(JSON.stringify(body)).not.toContain("hunter2");
  });

  it("is unchanged by hiding secrets again", () => {
    const changes = decideChanges({ a: "x".repeat(300), password: "b" }, { a: "y", password: "c" });
    expect(hideSecrets(changes)).toEqual(changes);
  });
});

describe("changedFields and listSettings", () => {
  it("return top-level names and full paths", () => {
    expect(changedFields({ "config.url": [1, 2], "config.method": [1, 2], name: [1, 2] })).toEqual([
      "config",
      "name",
    ]);
    const settings = { name: "a", config: { url: "b", auth: { type: "none" } }, tags: [], none: null };
    expect(listSettings(settings)).toEqual(["name", "config.url", "config.auth.type", "tags"]);
  });
});
