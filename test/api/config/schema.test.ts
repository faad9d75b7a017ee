import { describe, expect, it } from "vitest";
import { CHECK_TYPES } from "../../../src/check/registry.ts";
import { CHANNEL_TYPES } from "../../../src/notify/registry.ts";
import { addUser, setUp } from "../client.ts";
import { validate } from "./client.ts";

interface JsonSchema {
  $schema?: string;
  additionalProperties?: boolean;
  properties: Record<string, JsonSchema & { const?: string; description?: string }>;
  allOf?: { if: JsonSchema; then: JsonSchema }[];
}

describe("the JSON Schema for editors", () => {
  it("is public, uses draft-07, and covers each kind and type", async () => {
    await setUp();
    const { visitor } = await addUser("viewer");
    const reply = await visitor.get<JsonSchema>("/schema/config.json");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(reply.body.$schema).toBe("http://json-schema.org/draft-07/schema#");
    const ofKind = new Map(reply.body.allOf!.map((one) => [one.if.properties["kind"]?.const, one.then]));
    expect([...ofKind.keys()]).toEqual(["NotificationChannel", "Monitor", "Action"]);
    for (const schema of ofKind.values()) expect(schema.additionalProperties).toBe(false);
    const typesOf = (kind: string) =>
      ofKind.get(kind)!.allOf!.map((one) => {
        expect(one.then.properties["config"]!.additionalProperties).toBe(false);
        return one.if.properties["type"]!.const;
      });
    expect(typesOf("Monitor")).toEqual(CHECK_TYPES.map(({ type }) => type));
    expect(typesOf("NotificationChannel")).toEqual(CHANNEL_TYPES.map(({ type }) => type));
    // Editors don't have to resolve references.
    expect(JSON.stringify(reply.body)).not.toMatch(/"\$ref"|"\$defs"/);
  });

  it("accepts the colours that the import accepts, capitals too", async () => {
    const admin = await setUp();
    const { body } = await admin.get<object>("/schema/config.json?kind=all");
    const patterns = [...JSON.stringify(body).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => new RegExp(JSON.parse(text ?? "") as string),
    );
    for (const [small, large] of [
      ["#abcdef", "#ABCDEF"],
      ["rgb(1, 2, 3)", "RGB(1, 2, 3)"],
    ] as const) {
      const colours = patterns.filter((pattern) => pattern.test(small));
      expect(colours.length).toBeGreaterThan(0);
      expect(colours.filter((pattern) => !pattern.test(large))).toEqual([]);
    }
    const beat = { kind: "Monitor", key: "beat", name: "beat", type: "webhook" };
    const tagged = { ...beat, tags: [{ label: "EU", color: "#ABCDEF" }] };
    const look = { kind: "Branding", textColor: "#AbC", accentColor: "RGB(1, 2, 3)" };
    expect((await validate(admin, [tagged, look], "?kind=all")).status).toBe(200);
  });

  it.each(["publicName", "publicDescription", "agent", "locations", "confirmFrom", "everyPlaceEvery"])(
    "describes %s of a monitor",
    async (name) => {
      await setUp();
      const { visitor } = await addUser("viewer");
      const { body } = await visitor.get<JsonSchema>("/schema/config.json");
      const monitor = body.allOf!.find((one) => one.if.properties["kind"]?.const === "Monitor")!.then;
      expect(monitor.properties[name]?.description).toMatch(/\.$/);
    },
  );
});
