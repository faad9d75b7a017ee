import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSecretBox, parseSecretKeys } from "../../../src/lib/secret_box.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { IncidentTemplate } from "../../../src/schema/incident_template.ts";
import type { SmtpResponse } from "../../../src/schema/smtp.ts";
import { ask, read } from "../../upgrade/client.ts";
import { listDatabases, listTables } from "../../upgrade/move_state.ts";
import { MAIL, PASSWORD, TYPED } from "../../upgrade/scene.ts";
import { until } from "../start/product.ts";
import { listReleases, startUpgraded, type Upgraded } from "./upgraded.ts";

interface Row {
  id?: number;
  code?: string;
  name: string;
}

interface Message {
  event: string;
  monitors: { name: string }[];
}

/** These change with each request or check. */
const PASSING = ["lastLoginAt", "lastUsedAt", "lastCheckedAt", "responseMs", "message", "updatedAt"];

/** The original wording of 0.4.0's template. */
const FORMER_WORDING = /(Last check|Ostatnie sprawdzenie): \{\{error\}\}$/;

function lasting(value: unknown): unknown {
  const read = (name: string, part: unknown) => {
    // 0.4.0 had no name for the service's own changes.
    if (name === "userEmail" && part === "") return "system";
    if (name === "body" && FORMER_WORDING.test(String(part))) return undefined;
    return PASSING.includes(name) ? undefined : part;
  };
  return JSON.parse(JSON.stringify(value, read));
}

function byId(value: unknown): unknown {
  const list = Array.isArray(value) ? value : (value as { items?: unknown[] }).items;
  if (!list) return value;
  return Object.fromEntries((list as Row[]).map((row) => [row.id ?? row.code ?? row.name, row]));
}

describe.each(listReleases())("the state left by %s", (version) => {
  let upgraded: Upgraded;
  let ids: Map<string, number>;

  beforeAll(async () => {
    upgraded = await startUpgraded(version);
    const monitors = upgraded.told.told["/monitors"] as { id: number; name: string }[];
    ids = new Map(monitors.map(({ id, name }) => [name, id]));
  });

  afterAll(async () => await upgraded?.close());

  const idOf = (name: string) => ids.get(name) ?? 0;
  const sentTo = (channel: string) =>
    upgraded.neighbour.callsOf(`/told/${channel}`).map(({ body }) => JSON.parse(body) as Message);
  const linesOf = (channel: string) =>
    sentTo(channel).map(({ event, monitors }) =>
      [event, ...monitors.map(({ name }) => name).sort()].join(" "),
    );

  it("is kept completely: every response matches the release's", async () => {
    const { address } = upgraded.product;
    expect([(await fetch(`${address}/ready`)).status, upgraded.product.output()]).toEqual([
      200,
      expect.not.stringContaining("error"),
    ]);
    for (const [path, before] of Object.entries(upgraded.told.told)) {
      const after = byId(lasting(await upgraded.panel.get(path)));
      expect(after, path).toMatchObject(byId(lasting(before)) as object);
    }
  });

  it("no longer publishes a check's message when the original wording is unchanged", async () => {
    const templates = await upgraded.panel.get<IncidentTemplate[]>("/incident-templates");
    const { body, locales } = templates.find(({ builtIn }) => builtIn)!;
    for (const words of [body, locales["pl"]?.body]) {
      expect(words).toContain("{{since}}");
      expect(words).not.toMatch(/\{\{(error|duration)\}\}/);
    }
  });

  it("sends account emails through the mail server saved by an administrator", async () => {
    const smtp = await upgraded.panel.get<SmtpResponse>("/notifications/smtp");
    expect(smtp).toMatchObject({ savedByAdmin: true, unconfirmed: [] });
  });

  it("keeps sessions, tokens and sign-ins with a second factor", async () => {
    const { product, told, panel } = upgraded;
    const session = await read(product.address, "/api/v1/auth/session", told.caller);
    expect(session).toMatchObject({ user: { email: MAIL.admin } });
    const monitors = await read<Row[]>(product.address, "/api/v1/admin/monitors", { token: told.token });
    expect(monitors).toHaveLength(ids.size);
    const login = { email: MAIL.guarded, password: PASSWORD };
    const first = await panel.tell<{ challengeToken: string }>("POST", "auth/login", login);
    const code = new TOTP({ secret: told.totpSecret }).generate();
    const second = await ask(product.address, {
      method: "POST",
      path: "/api/v1/auth/2fa/verify",
      body: { ...first, code },
      caller: { cookie: "" },
    });
    expect([second.status, await second.text()]).toEqual([200, expect.stringContaining(MAIL.guarded)]);
  });

  it("keeps its history and its page, with uploads", async () => {
    const { product, told, panel } = upgraded;
    for (const [id, before] of Object.entries(told.timelines)) {
      const after = await panel.get<typeof before>(`/monitors/${id}/timeline`);
      for (const { to, ...part } of before)
        expect(after).toContainEqual({ ...part, to: to ?? expect.toSatisfy(isEndOrOpen) });
    }
    const { site, layout, incidents } = told.page;
    const page = await read<typeof told.page>(product.address, "/api/v1/public/page", null);
    expect(page).toMatchObject({ site, layout });
    expect(byId(page.incidents)).toMatchObject(byId(incidents) as object);
    const { logoUrl } = site as { logoUrl: string };
    const logo = await fetch(product.address + logoUrl);
    expect([logo.status, logo.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    const html = await (await fetch(product.address)).text();
    for (const word of ["Example Status", "Checkout fails", logoUrl]) expect(html).toContain(word);
  });

  it("decrypts every secret", async () => {
    const { stateDir, neighbour } = upgraded;
    await upgraded.panel.check(idOf("website"));
    expect(neighbour.callsOf("/watched/website").at(-1)?.headers.authorization).toBe(TYPED.header);
    const box = await createSecretBox(
      parseSecretKeys(readFileSync(join(stateDir, "secret_key"), "utf8")) ?? [],
    );
    const path = listDatabases(join(stateDir, "d1")).find((one) =>
      listTables(new DatabaseSync(one)).includes("settings"),
    );
    const settings = new DatabaseSync(path ?? "", { readOnly: true });
    const rows = settings.prepare("SELECT name, value FROM settings WHERE name IN ('smtp', 'oidc')").all();
    const opened = await Promise.all(
      rows.map(async ({ name, value }) => {
        const { password, clientSecret } = JSON.parse(String(value)) as Record<string, string>;
        return await box.open(
          password ?? clientSecret ?? "",
          `${name}/${password ? "password" : "clientSecret"}`,
        );
      }),
    );
    expect(opened.sort()).toEqual([TYPED.oidc, TYPED.smtp]);
  });

  it("repeats no alerts, and keeps counting toward the threshold", async () => {
    for (const name of ["shop", "behind", "held-1", "held-2", "grouped-1", "grouped-2", "shop"])
      await upgraded.panel.check(idOf(name));
    for (let round = 0; round < 2; round++) await upgraded.panel.check(idOf("wobbly"));
    await until(() => sentTo("team").length > 0);
    expect(linesOf("team")).toEqual(["alert wobbly"]);
    expect([...sentTo("night"), ...sentTo("digest")]).toEqual([]);
    const { headers, body } = upgraded.neighbour.callsOf("/told/team")[0]!;
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(TYPED.signing.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    );
  });

  it("holds alerts until the end of quiet hours", async () => {
    const channels = await upgraded.panel.get<Channel[]>("/notifications/channels");
    const { id, alertPolicy } = channels.find(({ name }) => name === "night")!;
    const path = `/notifications/deliveries?channelId=${id}&status=pending`;
    const { items } = await upgraded.panel.get<{ items: Delivery[] }>(path);
    const { end } = alertPolicy.quietHours;
    expect(items.map(({ heldUntil }) => clockOf(heldUntil))).toEqual([end, end]);
  });

  it("sends held alerts once, and runs waiting actions once, when they are due", async () => {
    await upgraded.sleep(3);
    const runs = () => upgraded.neighbour.callsOf("/run/restart");
    await until(() => sentTo("night").length >= 2 && sentTo("digest").length >= 1 && runs().length >= 1);
    expect(linesOf("night").sort()).toEqual(["alert held-1", "alert held-2"]);
    expect(linesOf("digest")).toEqual(["alert grouped-1 grouped-2"]);
    const basic = `Basic ${Buffer.from(`deploy:${TYPED.vault}`).toString("base64")}`;
    expect(runs().map(({ body, headers }) => [body, headers.authorization])).toEqual([['"shop"', basic]]);
  });

  it("sends a recovery once, and resolves the incident of the outage", async () => {
    const { panel, neighbour } = upgraded;
    neighbour.failing.delete("/watched/shop");
    for (let round = 0; round < 3; round++) await panel.check(idOf("shop"));
    await until(() => sentTo("team").length > 1);
    const incidents = () => panel.get<{ items: { automatic: boolean; status: string }[] }>("/incidents");
    await until(async () =>
      (await incidents()).items.some(({ automatic, status }) => automatic && status === "resolved"),
    );
    expect(linesOf("team")).toEqual(["alert wobbly", "recovery shop"]);
    expect(neighbour.calls.filter(({ path }) => /^.(told|run)/.test(path))).toHaveLength(6);
  });

  it("responds identically at existing addresses when other pages are added", async () => {
    const { product, panel } = upgraded;
    const paths = [
      "/",
      "/history",
      "/history.rss",
      "/history.atom",
      "/api/v1/public/page",
      "/api/v1/public/incidents",
      "/api/v1/public/incidents.rss",
      "/api/v1/public/incidents.atom",
      "/api/v1/public/team-chat.rss",
      "/api/v1/public/maintenance.ics",
      "/api/v1/public/locales",
      "/api/v1/public/badge/page.svg",
      "/api/v2/summary.json",
      "/embed.js",
    ];
    const everything = async () =>
      await Promise.all(
        paths.map(async (path) => {
          const response = await fetch(product.address + path);
          // Only the time of reading and the version counter differ.
          const text = (await response.text()).replaceAll(/"(takenAt|version)":"[^"]*"/g, "");
          return [path, response.status, response.headers.get("Cache-Control"), text];
        }),
      );
    const addPage = async (key: string) => {
      await panel.tell("POST", "admin/pages", { key, name: "Other", hostnames: [`${key}.example`] });
      const incident = { title: "Elsewhere", status: "investigating", impact: "major", body: "Looking." };
      await panel.tell("POST", "admin/incidents", { ...incident, pageKeys: [key] });
      expect(await (await fetch(`${product.address}/p/${key}/history`)).text()).toContain("Elsewhere");
    };
    const seen: Awaited<ReturnType<typeof everything>>[] = [];
    // Once more with another page if an earlier test's change was still on its way.
    await until(async () => {
      const before = await everything();
      await addPage(`other-${randomUUID().slice(0, 8)}`);
      seen.splice(0, 2, before, await everything());
      return JSON.stringify(seen[0]) === JSON.stringify(seen[1]);
    });
    expect(seen[0]?.filter(([, status]) => status === 200).length).toBeGreaterThan(9);
  });
});

function isEndOrOpen(to: unknown): boolean {
  return to === null || typeof to === "number";
}

function clockOf(moment: number | null): string {
  return new Date(moment ?? 0).toISOString().slice(11, 16);
}
