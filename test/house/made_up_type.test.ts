import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultsOf, kindOf, type SchemaNode } from "../../web/admin/schema_form/node.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "uptide-types-"));

const MONITOR_TYPE = `
import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { host, secretText } from "../schema/monitor_config.ts";
import { formatHost } from "./address.ts";
import { checkType } from "./check_type.ts";
import { findSet } from "../lib/at_path.ts";

const config = z.object({
  host,
  port: z.int().default(70).meta({ title: "Port" }),
  password: secretText.default("").meta({ title: "Password", writeOnly: true }),
  vault: z.unknown().optional(),
});

export const gopher = checkType({
  type: "gopher",
  label: "Gopher hole",
  pageLabel: "Gopher",
  hasResponseTime: false,
  config,
  findSecrets: (config) => findSet(config, [["password"]]),
  vaultSpots: [atRoot({ secret: "password" })],
  addressOf: formatHost,
  destinationOf: ({ host }) => String(host),
  certificateOf: ({ host, port }) => ({ host, port, serverName: host, hasWarnings: true, warnDays: 9 }),
  run: async () => ({ status: "up", responseMs: null, message: "Answered." }),
});
`;

const CHANNEL_TYPE = `
import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { channelType } from "./channel_type.ts";
import { secret, setFields } from "./fields.ts";

export const pigeon = channelType({
  type: "pigeon",
  label: "Carrier pigeon",
  config: z.object({ loft: z.string().meta({ title: "Loft" }), whistle: secret.meta({ title: "Whistle" }) }),
  presets: [],
  filled: [],
  vaultSpots: [atRoot({ secret: "whistle" })],
  findSecrets: (config) => setFields(config, ["whistle"]),
  destinationOf: ({ loft }) => String(loft),
  send: async () => {},
});
`;

const DOCUMENTS = `
kind: Monitor
key: hole
name: Hole
type: gopher
config: { host: hole.example }
---
kind: NotificationChannel
key: loft
name: Loft
type: pigeon
config: { loft: North, whistle: high }
`;

/** Runs in a process that only knows the copy. */
const QUESTIONS = `
import "./scripts/worker_imports.ts";
const { ENDPOINTS } = await import("./src/api/routes.ts");
const { describeDocuments } = await import("./src/service/config/json_schema.ts");
const { parseDocuments, shapeDocuments } = await import("./src/service/config/shape.ts");
const { assemblePage } = await import("./src/domain/page/snapshot.ts");
const { parseSettings } = await import("./src/service/page/source.ts");
const { typeLabelOf } = await import("./src/check/registry.ts");
const { addressOfMonitor } = await import("./src/check/registry.ts");
const { configKindOf } = await import("./src/service/config/settings.ts");
const { findReferences } = await import("./src/domain/vault/spots.ts");
const { findWarnedCertificate } = await import("./durable/watch/certificate_state.ts");

const ask = (path) => ENDPOINTS.find((one) => one.method === "GET" && one.path === path).handle({});
const problems = [];
const kinds = ["NotificationChannel", "Monitor"];
const sent = parseDocuments(${JSON.stringify(DOCUMENTS)}, kinds).documents;
const { documents } = shapeDocuments(sent, { kinds, problems });
const row = { id: 1, name: "Hole", type: "gopher", isPaused: false, intervalSecs: 60, graceSecs: 0, segments: [] };
const { page } = assemblePage({
  settings: parseSettings(new Map()), typeLabelOf,
  rows: { locales: [], monitors: [row], windows: [], responseDays: [] },
  statuses: new Map(), raw: new Map(), days: new Map(), dependencies: [], incidents: [], barIncidents: [], words: {},
  publicUrl: null, readAt: 0,
}, 0);
const monitor = { type: "gopher", config: { host: "hole.example", port: 70, vault: {} } };
const spotsOf = (kind, type) =>
  findReferences(configKindOf(kind, { type, key: "a" }).owner, { vault: {} }).map(({ spot }) => spot);

process.stdout.write(JSON.stringify({
  monitorTypes: await ask("/api/v1/admin/monitors/types"),
  channelTypes: await ask("/api/v1/admin/notifications/channel-types"),
  schema: describeDocuments(),
  problems,
  bodies: documents.map(({ body }) => body),
  pageMonitors: page.monitors,
  address: addressOfMonitor(monitor),
  spots: [spotsOf("Monitor", "gopher"), spotsOf("NotificationChannel", "pigeon")],
  certificate: findWarnedCertificate(monitor),
}));
`;

interface Responses {
  monitorTypes: { type: string; label: string; hasResponseTime: boolean; schema: SchemaNode }[];
  channelTypes: { type: string; label: string; schema: SchemaNode }[];
  schema: object;
  problems: unknown[];
  bodies: { type: string; config: object }[];
  pageMonitors: { type: string; typeLabel: string }[];
  address: string;
  spots: object[][];
  certificate: object;
}

let answers: Responses;

function register(room: string, { name, list, source }: { name: string; list: string; source: string }) {
  writeFileSync(join(folder, "src", room, `${name}.ts`), source);
  const registry = join(folder, "src", room, "registry.ts");
  const text = readFileSync(registry, "utf8");
  const added = text.replace(new RegExp(`(${list}: [^=]*= \\[)`), `$1${name}, `);
  expect(added).not.toBe(text);
  writeFileSync(registry, `import { ${name} } from "./${name}.ts";\n${added}`);
}

beforeAll(() => {
  for (const part of ["src", "durable", "migrations", "package.json", "scripts/worker_imports.ts"])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  register("check", { name: "gopher", list: "CHECK_TYPES", source: MONITOR_TYPE });
  register("notify", { name: "pigeon", list: "CHANNEL_TYPES", source: CHANNEL_TYPE });
  writeFileSync(join(folder, "ask.ts"), QUESTIONS);
  const node = join(ROOT, "node_modules/.bin/node");
  const printed = execFileSync(node, [join(folder, "ask.ts")], { encoding: "utf8", maxBuffer: 1e8 });
  answers = JSON.parse(printed) as Responses;
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

function formOf(type: string, types: readonly { type: string; schema: SchemaNode }[]) {
  const node = types.find((one) => one.type === type)?.schema ?? {};
  const fields = Object.entries(node.properties ?? {}).map(([name, one]) => [name, kindOf(one)]);
  return { fields: Object.fromEntries(fields), defaults: defaultsOf(node) };
}

describe("a made-up monitor type, with one file and one line in the registry", () => {
  it("is returned by the API, with the schema for its form", () => {
    expect(answers.monitorTypes).toContainEqual({
      type: "gopher",
      label: "Gopher hole",
      hasResponseTime: false,
      schema: expect.anything(),
    });
    const { fields, defaults } = formOf("gopher", answers.monitorTypes);
    expect(fields).toMatchObject({ host: "text", port: "number", password: "secret" });
    expect(defaults).toMatchObject({ port: 70 });
  });

  it("is valid in documents and in their JSON schema", () => {
    expect(answers.problems).toEqual([]);
    expect(answers.bodies[0]).toMatchObject({ type: "gopher", config: { host: "hole.example", port: 70 } });
    expect(JSON.stringify(answers.schema)).toContain('"title":"Gopher hole"');
  });

  it("has its name on the page", () => {
    expect(answers.pageMonitors).toMatchObject([{ type: "gopher", typeLabel: "Gopher" }]);
  });

  it("has its vault fields, address and certificate check", () => {
    expect(answers.spots[0]).toEqual([{ at: [], fills: { secret: "password" } }]);
    expect(answers.address).toBe("hole.example:70");
    expect(answers.certificate).toMatchObject({ host: "hole.example", warnDays: 9 });
  });
});

describe("a made-up channel type, with one file and one line in the registry", () => {
  it("is returned by the API, with the schema for its form", () => {
    expect(answers.channelTypes).toContainEqual(
      expect.objectContaining({ type: "pigeon", label: "Carrier pigeon" }),
    );
    expect(formOf("pigeon", answers.channelTypes).fields).toEqual({ loft: "text", whistle: "secret" });
  });

  it("is valid in documents and in their JSON schema", () => {
    expect(answers.bodies[1]).toMatchObject({ type: "pigeon", config: { loft: "North", whistle: "high" } });
    expect(JSON.stringify(answers.schema)).toContain('"title":"Carrier pigeon"');
  });

  it("has its vault fields", () => {
    expect(answers.spots[1]).toEqual([{ at: [], fills: { secret: "whistle" } }]);
  });
});
