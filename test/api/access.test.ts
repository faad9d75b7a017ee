import { beforeAll, describe, expect, it } from "vitest";
import { type Endpoint, levelOf } from "../../src/api/endpoint.ts";
import { ENDPOINTS } from "../../src/api/routes.ts";
import {
  type AreaName,
  PARTS,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
} from "../../src/domain/access.ts";
import { addToken, addUser, setUp, Visitor } from "./client.ts";

/** The tables of the specification, written out once more: who may use which area, and which part a token needs. */
const EXPECTED: Record<AreaName, { roles: string; part: string | null }> = {
  monitors: { roles: "admin operator", part: "monitors" },
  channels: { roles: "admin operator", part: "channels" },
  actions: { roles: "admin", part: "actions" },
  incidents: { roles: "admin operator", part: "incidents" },
  maintenance: { roles: "admin operator", part: "maintenance" },
  subscribers: { roles: "admin operator", part: "subscribers" },
  reports: { roles: "admin operator", part: "reports" },
  appearance: { roles: "admin operator branding", part: "appearance" },
  audit: { roles: "admin", part: "audit" },
  system: { roles: "admin", part: "system" },
  metrics: { roles: "admin", part: "metrics" },
  vaultNames: { roles: "admin operator", part: "vault:use" },
  vaults: { roles: "admin", part: null },
  users: { roles: "admin", part: null },
  tokens: { roles: "admin", part: null },
  singleSignOn: { roles: "admin", part: null },
  pageAccess: { roles: "admin", part: null },
  backups: { roles: "admin", part: null },
  mirror: { roles: "admin", part: null },
  own: { roles: "admin operator branding", part: null },
  session: { roles: "admin operator branding viewer", part: null },
};

/** Which area each address belongs to, by the specification and the contract; an address of no known kind fails. */
const AREA_OF: readonly [RegExp, AreaName | "public"][] = [
  [/^GET \/(health|ready)$/, "public"],
  [/^GET \/uploads\//, "public"],
  [/^\w+ \/api\/v1\/setup\//, "public"],
  [/^\w+ \/api\/v1\/(public|hook)\//, "public"],
  [/^\w+ \/api\/v1\/auth\/(config|login|2fa\/verify|oidc\/\w+)$/, "public"],
  [/^\w+ \/api\/v1\/auth\/(session|logout|change-password)$/, "session"],
  [/^\w+ \/api\/v1\/auth\//, "own"],
  [/^\w+ \/api\/v1\/admin\/users/, "users"],
  [/^\w+ \/api\/v1\/admin\/api-tokens/, "tokens"],
  [/^\w+ \/api\/v1\/admin\/oidc/, "singleSignOn"],
  [/^\w+ \/api\/v1\/admin\/status-page-access/, "pageAccess"],
  [/^\w+ \/api\/v1\/admin\/audit/, "audit"],
  [/^\w+ \/api\/v1\/admin\/monitors\/:id\/actions/, "actions"],
  [/^\w+ \/api\/v1\/admin\/actions/, "actions"],
  [/^GET \/api\/v1\/admin\/notifications\/monitor\/:id\/channels/, "monitors"],
  [/^\w+ \/api\/v1\/admin\/notifications/, "channels"],
  [/^\w+ \/api\/v1\/admin\/(monitors|dashboard)/, "monitors"],
  [/^\w+ \/api\/v1\/admin\/maintenance/, "maintenance"],
  [/^GET \/api\/v1\/admin\/vault-references/, "vaultNames"],
  [/^\w+ \/api\/v1\/admin\/vaults/, "vaults"],
  [/^\w+ \/api\/v1\/admin\/incident(s|-templates)/, "incidents"],
  [/^\w+ \/api\/v1\/admin\/(layout|branding|locales)/, "appearance"],
  [/^\w+ \/api\/v1\/admin\/system-health/, "system"],
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const areaOf = (endpoint: Endpoint) => AREA_OF.find(([pattern]) => pattern.test(nameOf(endpoint)))?.[1];
const guarded = ENDPOINTS.filter(({ area }) => area !== "public");
/** Without a body: whoever may come in is refused for its shape or finds nothing, and nothing changes. */
const addressOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, "999999");

/** What a token needs there by the table; null where none may come. */
function neededFor(endpoint: Endpoint): string | null {
  const { part } = EXPECTED[endpoint.area as AreaName];
  return part === null || part === "vault:use" ? part : `${part}:${levelOf(endpoint)}`;
}

/** Every endpoint of the permission's own part, and of each other area the first that reads and the first that writes. */
function isNear(endpoint: Endpoint, permission: Permission): boolean {
  const { part } = EXPECTED[endpoint.area as AreaName];
  if (part !== null && permission.startsWith(part)) return true;
  const level = levelOf(endpoint);
  return guarded.find((one) => one.area === endpoint.area && levelOf(one) === level) === endpoint;
}

let admin: Visitor;
/** By part: a token with everything but what begins with it. */
const others = new Map<string, Visitor>();
const users = {} as Record<Role, Visitor>;
const tokens = new Map<Permission, Visitor>();

beforeAll(async () => {
  admin = await setUp();
  for (const role of ROLES) users[role] = role === "admin" ? admin : (await addUser(role)).visitor;
  for (const permission of PERMISSIONS) tokens.set(permission, await addToken(admin, [permission]));
  for (const part of new Set(Object.values(EXPECTED).map((area) => area.part ?? ""))) {
    const rest = PERMISSIONS.filter((permission) => part === "" || !permission.startsWith(part));
    others.set(part, await addToken(admin, rest));
  }
});

async function ask(endpoint: Endpoint, by: Visitor) {
  const visitor = Object.assign(new Visitor(), { cookie: by.cookie, token: by.token });
  const init = endpoint.body ? { headers: { "Content-Type": "text/plain" }, body: "x" } : {};
  return await visitor.send<{ error?: string }>(endpoint.method, addressOf(endpoint), init);
}

describe("who may call what", () => {
  it("is known for every endpoint, and is what the specification has", () => {
    for (const endpoint of ENDPOINTS)
      expect([nameOf(endpoint), endpoint.area]).toEqual([nameOf(endpoint), areaOf(endpoint)]);
  });

  it("without a session is nobody: 401 before anything else", async () => {
    for (const endpoint of guarded) {
      const reply = await ask(endpoint, new Visitor());
      expect([nameOf(endpoint), reply.status]).toEqual([nameOf(endpoint), 401]);
    }
  });

  it.each(ROLES)("as %s follows the table, before the body is looked at", async (role) => {
    for (const endpoint of guarded) {
      if (endpoint.path.includes("logout")) continue;
      const { roles } = EXPECTED[endpoint.area as AreaName];
      const reply = await ask(endpoint, users[role]);
      const isRefused = reply.status === 403;
      const isOwnRole = roles.split(" ").includes(role);
      expect([nameOf(endpoint), isRefused]).toEqual([nameOf(endpoint), !isOwnRole]);
      if (isOwnRole && endpoint.body)
        expect([nameOf(endpoint), reply.status]).toEqual([nameOf(endpoint), 415]);
    }
  });

  it.each(PERMISSIONS)("with the token permission %s follows the table", async (permission) => {
    const token = tokens.get(permission)!;
    for (const endpoint of guarded.filter((one) => isNear(one, permission))) {
      const needed = neededFor(endpoint);
      const isGranted = needed !== null && [needed, needed.replace(/:read$/, ":write")].includes(permission);
      const reply = await ask(endpoint, token);
      expect([nameOf(endpoint), reply.status === 403]).toEqual([nameOf(endpoint), !isGranted]);
      if (needed === null) expect(reply.body.error).toBe("API tokens cannot call this endpoint");
      else if (!isGranted) expect(reply.body.error).toBe(`This API token needs the ${needed} permission.`);
    }
  });

  it("with every permission but those of the endpoint's part is refused on each", async () => {
    for (const endpoint of guarded) {
      const { part } = EXPECTED[endpoint.area as AreaName];
      const reply = await ask(endpoint, others.get(part ?? "")!);
      expect([nameOf(endpoint), reply.status]).toEqual([nameOf(endpoint), 403]);
    }
  });

  it("with a token is 403 on every sign-in address too", async () => {
    const token = tokens.get("monitors:read")!;
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

  it("reads the role from what is stored, not from the session", async () => {
    const { visitor, id } = await addUser("operator");
    expect((await visitor.get("/api/v1/admin/audit")).status).toBe(403);
    const { bindings } = await import("./client.ts");
    await bindings.DB.prepare("UPDATE users SET role = 'admin' WHERE id = ?").bind(id).run();
    expect((await visitor.get("/api/v1/admin/audit")).status).toBe(200);
  });

  it("has read and write for each part, and read alone where there is nothing to write", () => {
    const readOnly = Object.entries(PARTS).filter(([, levels]) => levels.length === 1);
    expect(readOnly.map(([part]) => part)).toEqual(["reports", "audit", "system", "metrics"]);
  });
});
