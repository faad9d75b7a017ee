import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { parse } from "yaml";
import type { Permission } from "../../../src/schema/permission.ts";
import { curlOf, PART_NAMES } from "../../../web/admin/access/tokens/permission_choice.ts";
import type { CreatedApiToken } from "../../../web/admin/api/api_token.ts";

interface Described {
  get?: { description: string; parameters?: { required: boolean }[] };
}

const file = join(import.meta.dirname, "../../../openapi.yaml");
const { paths } = parse(readFileSync(file, "utf8")) as { paths: Record<string, Described> };
const tokenWith = (...permissions: Permission[]) => ({ token: "upt_secret", permissions }) as CreatedApiToken;

beforeAll(() => vi.stubGlobal("location", { origin: "https://status.example.com" }));
afterAll(() => vi.unstubAllGlobals());

it.each(PART_NAMES)("the command to try a token for %s alone reads what it may read", (part) => {
  const curl = curlOf(tokenWith(`${part}:read`)) ?? "";
  const start = 'curl -H "Authorization: Bearer upt_secret" https://status.example.com';
  expect(curl.slice(0, start.length)).toBe(start);
  const described = paths[curl.slice(start.length)]?.get;
  expect(described?.description).toContain(`\`${part}:read\``);
  expect(described?.parameters?.filter(({ required }) => required) ?? []).toEqual([]);
});

it("there is no command for a token that only uses secrets", () => {
  expect(curlOf(tokenWith("vault:use"))).toBeUndefined();
});
