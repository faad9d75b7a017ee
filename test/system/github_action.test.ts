import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Maintenance } from "../../src/schema/maintenance.ts";
import { readPages } from "../house/docs_reader.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, ROOT, startProduct } from "./start/product.ts";

const ACTION = join(ROOT, ".github/actions/uptide");
const MAINTENANCE = "/api/v1/admin/maintenance";
const GITHUB_TOKEN = "ghs_of_the_job";
const MONITOR = "kind: Monitor\nkey: website\nname: Website\ntype: webhook\nintervalSecs: 3600\n";
/** Other people's comments fill the first page. */
const OTHERS = Array.from({ length: 100 }, (_, at) => ({ id: at + 1, body: "Looks good" }));

type Inputs = Record<string, string>;
interface ActionFile {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { main: string; post: string };
}
interface Step {
  uses?: string;
  with?: Inputs;
}

const action = parse(readFileSync(join(ACTION, "action.yml"), "utf8")) as ActionFile;
const folder = mkdtempSync(join(tmpdir(), "uptide-action-"));
const file = join(folder, "uptide.yaml");
const event = join(folder, "event.json");
const output = join(folder, "output");
const state = join(folder, "state");
let product: Product;
let panel: PanelClient;
let github: HttpPeer;
let token = "";
let own: { id: number; body: string }[] = [];
let mayComment = true;

beforeAll(async () => {
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  [product, github] = await Promise.all([startProduct({ variables: { LOG_LEVEL: "error" } }), startGitHub()]);
  panel = await PanelClient.open(product.address);
  const permissions = ["monitors:write", "channels:write", "maintenance:write"];
  const body = { name: "action", permissions };
  token = (await panel.post<{ token: string }>("/api/v1/admin/api-tokens", body)).token;
});

afterAll(async () => {
  await Promise.all([product?.stop(), github?.stop()]);
  if (product) rmSync(product.stateDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

async function startGitHub(): Promise<HttpPeer> {
  return await startHttp((_, response, { method, url, headers, body }) => {
    const root = "/repos/acme/infrastructure/issues";
    const say = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (headers.authorization !== `Bearer ${GITHUB_TOKEN}` || !mayComment) return say(403, {});
    if (method === "GET" && url === `${root}/7/comments?per_page=100&page=1`) return say(200, OTHERS);
    if (method === "GET" && url === `${root}/7/comments?per_page=100&page=2`) return say(200, own);
    const sent = JSON.parse(body || "{}") as { body: string };
    if (method === "POST" && url === `${root}/7/comments`) {
      own.push({ id: 500 + own.length, ...sent });
      return say(201, own.at(-1));
    }
    const [, id] = /^.*\/issues\/comments\/(\d+)$/.exec(url) ?? [];
    const kept = own.find((one) => one.id === Number(id));
    if (method !== "PATCH" || !kept) return say(404, {});
    kept.body = sent.body;
    return say(200, kept);
  });
}

function run(script: string, inputs: Inputs, variables: Inputs = {}) {
  const defaults = Object.entries(action.inputs).map(([name, { default: value = "" }]) => [name, value]);
  const given = {
    ...Object.fromEntries(defaults),
    url: product.address,
    token,
    "github-token": GITHUB_TOKEN,
    ...inputs,
  };
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    GITHUB_API_URL: github.origin,
    GITHUB_REPOSITORY: "acme/infrastructure",
    GITHUB_EVENT_NAME: "push",
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: output,
    GITHUB_STATE: state,
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...variables,
  };
  writeFileSync(output, "");
  writeFileSync(state, "");
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [join(ACTION, script)], { cwd: folder, env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const onPull = async () => await run(action.runs.main, { file }, { GITHUB_EVENT_NAME: "pull_request" });

function documented(): Step[] {
  const { blocks = [] } = readPages().find(({ path }) => path === "docs/configuration.md") ?? {};
  return blocks
    .filter(({ text }) => text.startsWith("# .github/workflows/"))
    .flatMap(({ text }) => Object.values((parse(text) as { jobs: Record<string, { steps: Step[] }> }).jobs))
    .flatMap(({ steps }) => steps.filter(({ uses = "" }) => uses.includes("/.github/actions/")));
}

describe("the GitHub action", () => {
  it("is documented with existing inputs and all required ones", () => {
    const steps = documented();
    expect(steps).toHaveLength(2);
    for (const { uses, with: given = {} } of steps) {
      expect(uses).toMatch(/\/\.github\/actions\/uptide@/);
      expect(Object.keys(given).filter((name) => !action.inputs[name])).toEqual([]);
      const needed = Object.entries(action.inputs).filter(([, { required }]) => required);
      expect(needed.filter(([name]) => !given[name])).toEqual([]);
    }
  });

  it("comments once on a pull request with its changes, and applies nothing", async () => {
    writeFileSync(file, MONITOR);
    expect(await onPull()).toMatchObject({ code: 0, out: expect.stringContaining("+ Monitor website") });
    expect(own).toHaveLength(1);
    expect(own[0]?.body).toContain("Merging this changes Uptide:\n\n```diff\n+ Monitor website\n");
    expect(readFileSync(output, "utf8")).toBe("changes=true\n");
    writeFileSync(file, MONITOR.replace("Website", "Our `website`"));
    await onPull();
    expect(own).toHaveLength(1);
    expect(await panel.get("/api/v1/admin/monitors")).toEqual([]);
  });

  it("applies a merged change, and then comments that a pull request changes nothing", async () => {
    writeFileSync(file, MONITOR);
    const applied = await run(action.runs.main, { file });
    expect(applied).toMatchObject({ code: 0, out: expect.stringContaining("Applied: 1 created") });
    await onPull();
    expect(own.map(({ body }) => body)).toEqual([expect.stringContaining("changes nothing on Uptide")]);
    own = [];
    await onPull();
    expect(own).toEqual([]);
    expect(readFileSync(output, "utf8")).toBe("changes=false\n");
  });

  it("keeps backticks in values", async () => {
    writeFileSync(file, `${MONITOR}tags: [{ label: "\`\`\`", color: "#22c55e" }]\n`);
    await onPull();
    expect(own[0]?.body).toMatch(/\n````diff\n.*```.*\n````$/s);
  });

  it("fails with the problem for invalid documents, and continues when it may not comment", async () => {
    mayComment = false;
    expect(await onPull()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^::warning::The comment wasn't written: GitHub responded with 403/m),
    });
    writeFileSync(file, MONITOR.replace("webhook", "nothing"));
    expect(await onPull()).toMatchObject({ code: 1, err: expect.stringContaining("type") });
    const unknown = await run(action.runs.main, { command: "destroy" });
    expect(unknown).toMatchObject({
      code: 1,
      out: expect.stringContaining("::error::Unknown command destroy"),
    });
  });

  it("starts maintenance for a deployment, and ends it after the job", async () => {
    const inputs = documented().find(({ with: given }) => given?.["command"] === "maintenance")?.with ?? {};
    const own = { ...inputs, url: product.address, token, minutes: String(inputs["minutes"]) };
    const [{ id: website }] = (await panel.get<{ id: number }[]>("/api/v1/admin/monitors")) as [
      { id: number },
    ];
    expect(await run(action.runs.main, own)).toMatchObject({ code: 0, err: "" });
    const [, id = ""] = /^maintenance=(\d+)$/m.exec(readFileSync(state, "utf8")) ?? [];
    const window = () => panel.get<Maintenance>(`${MAINTENANCE}/${id}`);
    expect(await window()).toMatchObject({
      name: inputs["name"],
      status: "in_progress",
      monitorIds: [website],
      allMonitors: false,
      notifySubscribers: false,
    });
    const { startsAt, endsAt } = await window();
    expect(endsAt - startsAt).toBe(15 * 60_000);
    for (const said of ["has ended", "had already ended"]) {
      const ended = await run(action.runs.post, own, { STATE_maintenance: id });
      expect(ended).toMatchObject({ code: 0, out: `Maintenance ${id} ${said}.\n` });
      expect((await window()).status).toBe("completed");
    }
  });

  it("ends no maintenance when none was started", async () => {
    const missing = await run(action.runs.main, { command: "maintenance", monitors: "website,nowhere" });
    expect(missing).toMatchObject({
      code: 1,
      err: expect.stringContaining("no monitor with the key nowhere"),
    });
    expect(await run(action.runs.post, {})).toEqual({ code: 0, out: "", err: "" });
    expect(await panel.get<Maintenance[]>(MAINTENANCE)).toHaveLength(1);
  });
});
