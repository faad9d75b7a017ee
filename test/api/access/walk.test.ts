import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import type { AreaName } from "../../../src/domain/access/area.ts";
import { PARTS, PERMISSIONS, ROLES } from "../../../src/schema/permission.ts";
import { addToken, addUser, bindings, setUp, Visitor } from "../client.ts";
import { areaOf, ask, EXPECTED, guarded, isNear, isOf, nameOf, neededFor } from "./walk.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

describe("access to the endpoints", () => {
  it("matches the specification for every endpoint", () => {
    for (const endpoint of ENDPOINTS)
      expect([nameOf(endpoint), endpoint.area]).toEqual([nameOf(endpoint), areaOf(endpoint)]);
  });

  it("without a session is rejected with 401", async () => {
    for (const endpoint of guarded) {
      const reply = await ask(endpoint, new Visitor());
      expect([nameOf(endpoint), reply.status]).toEqual([nameOf(endpoint), 401]);
    }
  });

  it.each(ROLES)("as %s follows the table, before the body is checked", async (role) => {
    const visitor = role === "admin" ? admin : (await addUser(role)).visitor;
    for (const endpoint of guarded) {
      if (endpoint.path.includes("logout")) continue;
      const reply = await ask(endpoint, visitor);
      const isOwnRole = EXPECTED[endpoint.area as AreaName].roles.split(" ").includes(role);
      expect([nameOf(endpoint), reply.status === 403]).toEqual([nameOf(endpoint), !isOwnRole]);
      if (isOwnRole && endpoint.body)
        expect([nameOf(endpoint), reply.status]).toEqual([nameOf(endpoint), 415]);
    }
  });

  it.each(PERMISSIONS)("with the token permission %s follows the table", async (permission) => {
    const token = await addToken(admin, [permission]);
    for (const endpoint of guarded.filter((one) => isNear(one, permission))) {
      const needed = neededFor(endpoint);
      const isGranted = needed !== null && [needed, needed.replace(/:read$/, ":write")].includes(permission);
      const reply = await ask(endpoint, token);
      expect([nameOf(endpoint), reply.status === 403]).toEqual([nameOf(endpoint), !isGranted]);
      if (needed === null) expect(reply.body.error).toBe("API tokens cannot call this endpoint");
      else if (!isGranted) expect(reply.body.error).toBe(`This API token needs the ${needed} permission.`);
    }
  });

  it("with every permission except those of its own part is rejected", async () => {
    const others = new Map<string, Visitor>();
    for (const part of new Set(Object.values(EXPECTED).map((area) => area.part ?? ""))) {
      const rest = PERMISSIONS.filter((permission) => part === "" || !isOf(permission, part));
      others.set(part, await addToken(admin, rest));
    }
    for (const endpoint of guarded) {
      const { part } = EXPECTED[endpoint.area as AreaName];
      const reply = await ask(endpoint, others.get(part ?? "")!);
      expect([nameOf(endpoint), reply.status]).toEqual([nameOf(endpoint), 403]);
    }
  });

  it("with a token is rejected with 403 for every sign-in endpoint", async () => {
    const token = await addToken(admin, ["monitors:read"]);
    const signIn = ENDPOINTS.filter(({ path }) => path.startsWith("/api/v1/auth/"));
    expect(signIn.length).toBeGreaterThan(10);
    for (const endpoint of signIn) {
      const reply = await ask(endpoint, token);
      expect([nameOf(endpoint), reply.status, reply.body.error]).toEqual([
        nameOf(endpoint),
        403,
        "API tokens cannot call this endpoint",
      ]);
    }
  });

  it("depends on the role in the database, not in the session", async () => {
    const { visitor, id } = await addUser("operator");
    expect((await visitor.get("/api/v1/admin/audit")).status).toBe(403);
    await bindings.DB.prepare("UPDATE users SET role = 'admin' WHERE id = ?").bind(id).run();
    expect((await visitor.get("/api/v1/admin/audit")).status).toBe(200);
  });

  it("has read and write permissions for each part, or only read if the part has no writes", () => {
    const readOnly = Object.entries(PARTS).filter(([, levels]) => levels.length === 1);
    expect(readOnly.map(([part]) => part)).toEqual(["reports", "audit", "system", "metrics"]);
  });
});
