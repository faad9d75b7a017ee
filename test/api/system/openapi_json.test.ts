import { expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import type { ApiDescription } from "../../../src/schema/api_description.ts";
import { Visitor } from "../client.ts";

const PATH = "/api/v1/openapi.json";

it("the API description lists every endpoint, publicly and for any origin", async () => {
  const reply = await new Visitor().get<ApiDescription & { servers: unknown }>(PATH, {
    headers: { Origin: "https://tools.example" },
  });
  expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  expect(reply.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const { paths, servers } = reply.body;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const meant = ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(described.sort()).toEqual([...new Set(meant)].sort());
  expect(servers).toEqual([{ url: "/" }]);
});

it("the API description returns 304 if unchanged", async () => {
  const visitor = new Visitor();
  const etag = (await visitor.get(PATH)).headers.get("ETag") ?? "";
  expect(etag).not.toBe("");
  expect((await visitor.get(PATH, { headers: { "If-None-Match": etag } })).status).toBe(304);
});
