import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { ApiDescription } from "../../../src/schema/api_description.ts";
import {
  formatCall,
  groupOperations,
  type Operation,
} from "../../../web/admin/config/reference/operations.ts";
import { exampleOf, fieldsOf, typeOf } from "../../../web/admin/config/reference/schema_words.ts";

const api: ApiDescription = parse(readFileSync(join(import.meta.dirname, "../../../openapi.yaml"), "utf8"));
const all = groupOperations(api, "").flatMap(({ operations }) => operations);
const find = (method: string, path: string) =>
  all.find((operation) => operation.method === method && operation.path === path) as Operation;

describe("the API reference", () => {
  it("lists every call once, grouped by subject", () => {
    const count = Object.values(api.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    expect(all).toHaveLength(count);
    const names = groupOperations(api, "").map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["monitors", "incidents", "auth", "public"]));
  });

  it("finds calls by words of their method, path and summary", () => {
    const [group, ...others] = groupOperations(api, "POST monitors COPY");
    expect(others).toEqual([]);
    expect(group?.operations.map(({ path }) => path)).toEqual(["/api/v1/admin/monitors/{id}/clone"]);
    expect(groupOperations(api, "nothing has this")).toEqual([]);
  });

  it("shows a curl command with required fields for calls that take a token or nothing", () => {
    const call = formatCall(api, find("POST", "/api/v1/admin/monitors"), "https://status.example.com");
    expect(call).toContain('curl -X POST "https://status.example.com/api/v1/admin/monitors"');
    expect(call).toContain('-H "Authorization: Bearer $UPTIDE_TOKEN"');
    const [, body = ""] = /-d '(.*)'$/.exec(call ?? "") ?? [];
    expect(Object.keys(JSON.parse(body))).toEqual(["name", "type"]);
    expect(formatCall(api, find("GET", "/health"), "https://status.example.com")).not.toContain("Bearer");
    expect(formatCall(api, find("POST", "/api/v1/admin/users"), "https://status.example.com")).toBeNull();
  });

  it("has examples and fields for every request and response, even recursive ones", () => {
    for (const { requestBody, responses } of all) {
      const contents = [requestBody, ...Object.values(responses)].flatMap((one) =>
        Object.values(one?.content ?? {}),
      );
      for (const { schema = {} } of contents) {
        JSON.stringify(exampleOf(api, schema));
        fieldsOf(api, schema);
        expect(typeOf(api, schema).length).toBeGreaterThan(0);
      }
    }
  });
});

describe("a field", () => {
  const fields = (path: string) => {
    const body = find("POST", path).requestBody?.content["application/json"]?.schema ?? {};
    return Object.fromEntries(fieldsOf(api, body).map((field) => [field.name, field]));
  };

  it("shows its type, limits, default and whether it is required", () => {
    const { name, intervalSecs, tags, autoIncidentMode } = fields("/api/v1/admin/monitors");
    expect(name).toMatchObject({ type: "string", isRequired: true, notes: ["1 to 200 characters"] });
    expect(intervalSecs).toMatchObject({ isRequired: false, notes: ["10 to 86400", "default: 60"] });
    expect(tags).toMatchObject({ type: "list of object", notes: ["at most 20 entries", "default: []"] });
    expect(tags?.fields.map((field) => field.name)).toEqual(["label", "color"]);
    expect(autoIncidentMode?.type).toBe('"draft" | "published"');
  });
});
