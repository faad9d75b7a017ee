import { describe, expect, it } from "vitest";
import { describeConfig } from "../../../src/check/check_type.ts";
import { findCheckType } from "../../../src/check/registry.ts";
import { isShown, kindOf, type SchemaNode } from "../../../web/admin/schema_form/node.ts";

const NODE: SchemaNode = {
  properties: {
    mode: { type: "string", default: "fields" },
    tls: { type: "string", default: "off" },
    plain: { type: "string" },
    host: { type: "string", default: "localhost", "x-shownWhen": { mode: ["fields"] } },
    word: { type: "string", default: "" },
    fails: { type: "string", default: "down", "x-shownWith": "word" },
    caCert: { type: "string", "x-shownWhen": { mode: ["fields", "address"], tls: ["ca"] } },
  },
};

describe("isShown", () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ["plain", {}, true],
    ["host", {}, true],
    ["host", { mode: "fields" }, true],
    ["host", { mode: "connectionString" }, false],
    ["fails", {}, false],
    ["fails", { word: "" }, false],
    ["fails", { word: "shop" }, true],
    ["fails", { word: "", fails: "degraded" }, true],
    ["caCert", {}, false],
    ["caCert", { tls: "ca" }, true],
    ["caCert", { tls: "ca", mode: "address" }, true],
    ["caCert", { tls: "ca", mode: "connectionString" }, false],
  ])("for %s with %j returns %s", (name, values, shown) => {
    expect(isShown(name, NODE, values)).toBe(shown);
  });

  it("keeps fields with typed text visible, so that a rejected value can be seen", () => {
    expect(isShown("caCert", NODE, { tls: "on", caCert: "-----BEGIN" })).toBe(true);
    expect(isShown("caCert", NODE, { tls: "on", caCert: "" })).toBe(false);
    expect(isShown("host", NODE, { mode: "connectionString", host: "db.test" })).toBe(true);
    expect(isShown("host", NODE, { mode: "connectionString", host: "localhost" })).toBe(false);
  });

  it("follows the schemas of the check types", () => {
    const tcp = describeConfig(findCheckType("tcp")!) as SchemaNode;
    expect(isShown("caCert", tcp, { tls: "off" })).toBe(false);
    expect(isShown("caCert", tcp, { tls: "ca" })).toBe(true);
    expect(kindOf(tcp.properties!["caCert"]!)).toBe("code");
  });
});

describe("kindOf", () => {
  it("hides settings that are always rejected", () => {
    const docker = describeConfig(findCheckType("docker")!) as SchemaNode;
    const kinds = Object.entries(docker.properties ?? {}).map(([name, node]) => [name, kindOf(node)]);
    expect(Object.fromEntries(kinds)).toEqual({
      endpoint: "text",
      container: "text",
      headers: "pairs",
      tls: "hidden",
      caCert: "hidden",
      clientCert: "hidden",
      clientKey: "hidden",
    });
  });
});
