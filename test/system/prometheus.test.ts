import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type ReadFamily, readExposition } from "../exposition_reader.ts";
import { describeWith } from "./needs.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, ROOT, startProduct, until } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";
import type { Peer } from "./tls_peer.ts";
import { giveAway, makeServerFolder, startServer } from "./up/server_process.ts";

const PROMTOOL = "/usr/bin/promtool";
const PROMETHEUS = "/usr/bin/prometheus";
const DOCS = join(ROOT, "docs");
const RULES = join(DOCS, "prometheus/uptide.rules.yaml");
const HOSTILE = 'Shop "A" \\ {b="c"} – ü';
const read = (file: string) => readFileSync(join(DOCS, file), "utf8");

interface Panel {
  id: number;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { expr: string; refId: string }[];
}

interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string; query: string | { query: string } }[] };
}

describeWith(PROMTOOL, PROMETHEUS)("metrics", () => {
  const dashboard = JSON.parse(read("grafana/uptide.json")) as Dashboard;
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  let target: Target;
  let product: Product;
  let prometheus: Peer;
  let address: string;
  let text: string;
  let families: Map<string, ReadFamily>;

  beforeAll(async () => {
    target = await startTarget();
    product = await startProduct();
    const panel = await PanelClient.open(product.address);
    target.failing.add("/bad");
    for (const [name, path] of [
      [HOSTILE, "/good"],
      ["Bad", "/bad"],
    ])
      await panel.post("/api/v1/admin/monitors", {
        name,
        type: "https",
        intervalSecs: 10,
        config: { url: target.address + path },
      });
    const config = { url: `${target.address}/hook` };
    await panel.post("/api/v1/admin/notifications/channels", { name: "Team", type: "webhook", config });
    await panel.post("/api/v1/admin/actions", {
      name: "Restart",
      enabled: true,
      config: { method: "POST", url: target.address, headers: {}, body: "" },
    });
    const { token } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", {
      name: "Prometheus",
      permissions: ["metrics:read"],
    });
    await until(async () =>
      (await panel.get<Monitor[]>("/api/v1/admin/monitors")).every(
        ({ confirmedStatus }) => confirmedStatus !== "pending",
      ),
    );
    text = await (await panel.read("/api/v1/admin/metrics")).text();
    families = readExposition(text);
    prometheus = await startPrometheus(token);
    address = `http://127.0.0.1:${prometheus.port}`;
  });

  afterAll(async () => {
    await prometheus?.stop();
    await product?.stop();
    await target?.close();
  });

  async function startPrometheus(token: string): Promise<Peer> {
    const folder = makeServerFolder("prometheus");
    const given = /```yaml\n(scrape_configs:[^`]*)```/.exec(read("metrics.md"))?.[1] ?? "";
    const { scrape_configs } = parse(given) as { scrape_configs: Record<string, unknown>[] };
    const [job] = scrape_configs;
    const file = join(folder, "uptide.token");
    writeFileSync(file, token);
    copyFileSync(RULES, join(folder, "uptide.rules.yaml"));
    Object.assign(job!, {
      scheme: "http",
      scrape_interval: "3s",
      scrape_timeout: "3s",
      static_configs: [{ targets: [new URL(product.address).host] }],
      authorization: { ...(job!["authorization"] as object), credentials_file: file },
    });
    const config = join(folder, "prometheus.yml");
    writeFileSync(config, stringify({ rule_files: ["uptide.rules.yaml"], scrape_configs }));
    execFileSync(PROMTOOL, ["check", "config", config], { stdio: "pipe" });
    giveAway(folder);
    return await startServer(PROMETHEUS, {
      folder,
      args: (port) => [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
    });
  }

  async function query(
    expression: string,
  ): Promise<{ metric: Record<string, string>; value: [number, string] }[]> {
    const answer = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const body = (await answer.json()) as { status: string; error?: string; data: { result: never[] } };
    if (body.status !== "success") throw new Error(`${expression}: ${body.error}`);
    return body.data.result;
  }

  it("pass promtool's checks", () => {
    expect(execFileSync(PROMTOOL, ["check", "metrics"], { input: text, encoding: "utf8" })).toBe("");
  });

  it("are scraped by Prometheus with a token, and can be queried by name", async () => {
    await until(async () => (await query("uptide_monitor_up").catch(() => [])).length === 2);
    const found = await query("uptide_monitor_up");
    expect(new Map(found.map(({ metric, value }) => [metric["name"], value[1]]))).toEqual(
      new Map([
        [HOSTILE, "1"],
        ["Bad", "0"],
      ]),
    );
    expect(await query('uptide_monitor_confirmed_status{status="down"} == 1')).toMatchObject([
      { metric: { name: "Bad", type: "https", job: "uptide" } },
    ]);
    const samples = await query('scrape_samples_scraped{job="uptide"}');
    expect(Number(samples[0]?.value[1])).toBeGreaterThan(60);
  });

  it("match their documentation", () => {
    const described = [
      ...read("metrics.md").matchAll(/^\| `(uptide_\w+)` \| (\w+) \| (.*?) \| (.*) \|$/gm),
    ].map(([, name, type, labels = "", help]) => ({ name, type, help, labels: labels.replaceAll("`", "") }));
    const given = [...families].map(([name, { type, help, samples }]) => {
      const [documented] = described.filter((one) => one.name === name);
      const labels = samples[0] ? Object.keys(samples[0].labels).join(", ") : documented?.labels;
      return { name, type, help, labels };
    });
    expect(described).toEqual(given);
  });

  it("have alert rules that pass their tests", () => {
    const check = (args: string[]) => execFileSync(PROMTOOL, args, { encoding: "utf8", stdio: "pipe" });
    expect(check(["check", "rules", RULES])).toContain("SUCCESS");
    expect(check(["test", "rules", join(DOCS, "prometheus/uptide.test.yaml")])).toContain("SUCCESS");
    const { groups } = parse(read("prometheus/uptide.rules.yaml")) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(unknownOf(rules.map(({ expr }) => expr))).toEqual([]);
    const tested = read("prometheus/uptide.test.yaml");
    expect(rules.filter(({ alert }) => !tested.includes(`alertname: ${alert}\n`))).toEqual([]);
  });

  it("have a dashboard whose queries Prometheus accepts", async () => {
    expect(expressions.length).toBeGreaterThan(20);
    expect(unknownOf(expressions)).toEqual([]);
    for (const expression of expressions) await query(filled(expression));
    await until(async () => (await query(filled(expressions[0] ?? "")))[0]?.value[1] === "1");
  });

  it("have a dashboard with the structure that Grafana expects", () => {
    const { uid, title, schemaVersion, panels, templating } = dashboard;
    expect({ uid, title }).toEqual({ uid: "uptide", title: "Uptide" });
    expect(schemaVersion).toBeGreaterThanOrEqual(36);
    const [source, ...variables] = templating.list;
    expect(source).toMatchObject({ name: "datasource", type: "datasource", query: "prometheus" });
    const asked = variables.map(({ query }) => (typeof query === "string" ? query : query.query));
    expect(asked.every((one) => /^label_values\(/.test(one))).toBe(true);
    expect(unknownOf(asked)).toEqual([]);
    const known = new Set(templating.list.map(({ name }) => name));
    const used = expressions.flatMap((one) => [...one.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name));
    expect(used.filter((name) => !known.has(name) && name !== "__rate_interval")).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { type, gridPos, datasource, targets = [] } of panels) {
      expect(["row", "stat", "timeseries", "state-timeline", "table"]).toContain(type);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      if (type !== "row") expect(datasource).toEqual({ type: "prometheus", uid: "$" + "{datasource}" });
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  function unknownOf(texts: readonly string[]): string[] {
    const names = texts.flatMap((one) => [...one.matchAll(/\buptide_\w+/g)].map(([name]) => name));
    const isGiven = (name: string) => families.has(name) || families.has(name.replace(/_(sum|count)$/, ""));
    return [...new Set(names)].filter((name) => !isGiven(name));
  }

  function filled(expression: string): string {
    return expression
      .replaceAll("$instance", ".*")
      .replaceAll("$monitor", ".*")
      .replaceAll("$__rate_interval", "1m");
  }
});
