import { TOTP } from "otpauth";
import { until } from "../system/start/product.ts";
import { type Caller, read, send } from "./client.ts";
import type { Neighbour } from "./neighbour.ts";

const HOUR_MS = 3_600_000;
const DAY_SECS = 86_400;
export const PASSWORD = "correct horse";
export const MAIL = { admin: "admin@example.com", guarded: "guarded@example.com" };

export const TYPED = {
  header: "Bearer website-token",
  signing: "whsec_c2lnbmluZyBzZWNyZXQgb2YgdGhlIHRlYW0=",
  vault: "deploy-password",
  slack: "https://hooks.slack.com/services/T000/B000/XXXXXXXX",
  smtp: "mail-password",
  oidc: "client-secret",
};

interface Monitor {
  id: number;
  type: string;
  heartbeatUrl?: string;
  currentStatus: string;
  confirmedStatus: string;
}

export class Panel {
  readonly address: string;
  readonly caller: Caller;

  constructor(address: string, caller: Caller) {
    this.address = address;
    this.caller = caller;
  }

  static async signIn(address: string, path: string, email: string): Promise<Panel> {
    const body = JSON.stringify({ email, password: PASSWORD });
    const headers = { "Content-Type": "application/json", Origin: address };
    const answer = await fetch(address + path, { method: "POST", headers, body });
    const cookie = (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    if (!answer.ok || !cookie) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return new Panel(address, { cookie });
  }

  async get<T>(path: string): Promise<T> {
    return await read<T>(this.address, `/api/v1/admin${path}`, this.caller);
  }

  async tell<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await send(this.address, {
      method,
      path: `/api/v1/${path}`,
      body: body ?? {},
      caller: this.caller,
    })) as T;
  }

  async add<T = { id: number }>(path: string, body: unknown): Promise<T> {
    return await this.tell<T>("POST", `admin${path}`, body);
  }

  async check(id: number): Promise<void> {
    await this.add(`/monitors/${id}/check-now`, {});
  }

  async untilMonitor(id: number, isSo: (monitor: Monitor) => boolean): Promise<void> {
    await until(async () => isSo(await this.get<Monitor>(`/monitors/${id}`)), 120_000);
  }
}

export async function setScene(panel: Panel, neighbour: Neighbour) {
  const channels = await addChannels(panel, neighbour);
  const monitors = await addMonitors(panel, neighbour, channels);
  await addWork(panel, neighbour, monitors);
  await addPage(panel, monitors);
  await addSettings(panel);
  for (const { id, type } of await panel.get<Monitor[]>("/monitors")) {
    if (type !== "webhook")
      await panel.untilMonitor(id, ({ confirmedStatus }) => confirmedStatus !== "pending");
  }
  return { monitors, totpSecret: await addGuardedUser(panel) };
}

type Channels = Awaited<ReturnType<typeof addChannels>>;
type Monitors = Awaited<ReturnType<typeof addMonitors>>;

async function addChannels(panel: Panel, { port }: Neighbour) {
  const webhook = async (name: string, alertPolicy: object = {}) => {
    const config = { url: `http://127.0.0.1:${port}/told/${name}`, signingSecret: TYPED.signing };
    return (await panel.add("/notifications/channels", { name, type: "webhook", config, alertPolicy })).id;
  };
  const grouping = { enabled: true, minMonitors: 2, windowSeconds: 900 };
  await panel.add("/notifications/channels", {
    name: "slack",
    type: "slack",
    config: { webhookUrl: TYPED.slack },
  });
  return {
    team: await webhook("team"),
    night: await webhook("night", { quietHours: quietNow(Date.now()) }),
    digest: await webhook("digest", { grouping }),
  };
}

function quietNow(now: number): object {
  const [start, end] = [now - HOUR_MS, now + 2 * HOUR_MS].map((at) =>
    new Date(at).toISOString().slice(11, 16),
  );
  return { enabled: true, start, end, timezone: "UTC", mode: "defer" };
}

async function addMonitors(panel: Panel, { port }: Neighbour, { team, night, digest }: Channels) {
  const add = async (
    name: string,
    type: string,
    { channelIds = [], ...rest }: Record<string, unknown> & { channelIds?: number[] },
  ) => {
    const made = await panel.add<Monitor>("/monitors", { name, type, intervalSecs: DAY_SECS, ...rest });
    await panel.tell("PUT", `admin/notifications/monitor/${made.id}/channels`, { channelIds });
    return made;
  };
  const site = async (
    name: string,
    more: Record<string, unknown> & { channelIds?: number[]; config?: object } = {},
  ) => {
    const config = { url: `http://127.0.0.1:${port}/watched/${name}`, ...more.config };
    return (await add(name, "https", { ...more, config })).id;
  };
  const place = { host: "127.0.0.1", port };
  const heartbeat = await add("heartbeat", "webhook", { channelIds: [team], config: { graceSecs: 60 } });
  const shop = await site("shop", {
    channelIds: [team],
    autoIncidentMinutes: 1,
    autoIncidentMode: "published",
  });
  const behind = await site("behind", { channelIds: [team] });
  await panel.tell("PUT", `admin/monitors/${behind}/dependencies`, { dependsOnIds: [shop] });
  return {
    website: await site("website", {
      channelIds: [team],
      intervalSecs: 10,
      tags: [{ label: "public", color: "#22c55e" }],
      config: { headers: { Authorization: TYPED.header } },
    }),
    shop,
    behind,
    wobbly: await site("wobbly", { channelIds: [team], failureThreshold: 4 }),
    back: await site("back", { channelIds: [team] }),
    held: [await site("held-1", { channelIds: [night] }), await site("held-2", { channelIds: [night] })],
    grouped: [
      await site("grouped-1", { channelIds: [digest] }),
      await site("grouped-2", { channelIds: [digest] }),
    ],
    paused: await site("paused"),
    tcp: (await add("tcp", "tcp", { config: place })).id,
    ping: (await add("ping", "ping", { config: place })).id,
    dns: (await add("dns", "dns", { config: { hostname: "example.com", resolver: "127.0.0.1:1" } })).id,
    tls: (await add("tls", "tls", { config: { host: "127.0.0.1", port: 1 } })).id,
    heartbeat,
  };
}

async function addWork(panel: Panel, { port }: Neighbour, { shop, tcp }: Monitors): Promise<void> {
  const vault = await panel.add("/vaults", { name: "keys", kind: "local" });
  await panel.add(`/vaults/${vault.id}/secrets`, {
    name: "deploy",
    type: "userpass",
    values: { user: "deploy", password: TYPED.vault },
  });
  const action = await panel.add("/actions", {
    name: "restart",
    config: {
      url: `http://127.0.0.1:${port}/run/restart`,
      headers: { Authorization: "Basic {{secret_deploy_basic}}" },
      body: "{{monitor_name}}",
      secrets: [{ name: "deploy", vault: { vault: "keys", secret: "deploy" } }],
    },
  });
  const link = { actionId: action.id, onStatus: "down", delayMinutes: 60, cooldownMinutes: 0 };
  await panel.tell("PUT", `admin/monitors/${shop}/actions`, { actions: [link] });
  const now = Date.now();
  const window = {
    name: "Move",
    description: "To **another** host.",
    startsAt: now + 30 * HOUR_MS,
    endsAt: now + 31 * HOUR_MS,
  };
  await panel.add("/maintenance", { ...window, monitorIds: [tcp] });
  await panel.add("/maintenance", {
    ...window,
    name: "Now",
    startsAt: now - 60_000,
    endsAt: now + 24 * HOUR_MS,
    monitorIds: [tcp],
  });
}

async function addPage(panel: Panel, { website, shop }: Monitors): Promise<void> {
  const incident = { impact: "major", monitorIds: [shop], body: "We look into **it**." };
  const open = await panel.add("/incidents", {
    ...incident,
    title: "Checkout fails",
    status: "investigating",
  });
  await panel.add(`/incidents/${open.id}/updates`, { body: "Found.", status: "identified" });
  const over = await panel.add("/incidents", { ...incident, title: "Slow search", status: "investigating" });
  await panel.add(`/incidents/${over.id}/updates`, { body: "Over.", status: "resolved" });
  await panel.add("/incidents", { ...incident, title: "Not yet told", status: "investigating", draft: true });
  const grid = (y: number) => ({ x: 0, y, w: 3, h: 2 });
  const children = [
    { id: "site", type: "monitor", monitorId: website, grid: grid(0) },
    {
      id: "parts",
      type: "group",
      label: "Parts",
      grid: grid(2),
      children: [{ id: "shop", type: "monitor", monitorId: shop }],
    },
    { id: "chart", type: "chart", monitorId: website, title: "Speed", grid: grid(4) },
    { id: "word", type: "text", name: "Word", markdown: "Call **us**.", grid: grid(9) },
    { id: "news", type: "incidents", grid: grid(11) },
  ];
  await panel.tell("PUT", "admin/layout", { tree: { id: "root", type: "page", children } });
  await panel.tell("PATCH", "admin/branding", {
    enabled: true,
    siteName: "Example Status",
    primaryColor: "#336699",
  });
  const form = new FormData();
  form.set("file", new File([PICTURE], "logo.png", { type: "image/png" }));
  await panel.add("/branding/logo", form);
  await panel.add("/locales", { code: "de", name: "Deutsch" });
  const [first] = await panel.get<{ key: string }[]>("/locales/keys");
  await panel.tell("PATCH", "admin/locales/de", { translations: { [first?.key ?? ""]: "Auf Deutsch" } });
}

async function addSettings(panel: Panel): Promise<void> {
  await panel.tell("PUT", "admin/notifications/smtp", {
    host: "mail.example.com",
    user: "alerts",
    password: TYPED.smtp,
    fromAddress: "alerts@example.com",
  });
  await panel.tell("PUT", "admin/oidc", {
    issuer: "https://login.example.com",
    clientId: "uptide",
    clientSecret: TYPED.oidc,
    currentPassword: PASSWORD,
  });
  await panel.tell("PUT", "admin/subscribers/settings", { enabled: true, allowWebhook: true });
}

export async function letThingsHappen(panel: Panel, neighbour: Neighbour, monitors: Monitors): Promise<void> {
  const { website, shop, behind, wobbly, back, held, grouped, paused, heartbeat } = monitors;
  await fetch(new URL(new URL(heartbeat.heartbeatUrl ?? "").pathname, panel.address), { method: "POST" });
  await panel.add(`/monitors/${paused}/pause`, {});
  for (const name of ["shop", "behind", "wobbly", "back", "held-1", "held-2", "grouped-1", "grouped-2"])
    neighbour.failing.add(`/watched/${name}`);
  for (const id of [shop, behind, wobbly, back, ...held, ...grouped]) await panel.check(id);
  await panel.check(wobbly);
  neighbour.failing.delete("/watched/back");
  await until(() => neighbour.callsOf("/told/team").length === 2);
  await panel.check(back);
  await until(() => neighbour.callsOf("/told/team").length === 3);
  await until(async () => {
    const { items } = await panel.get<{ items: { automatic: boolean }[] }>("/incidents");
    return items.some(({ automatic }) => automatic);
  }, 180_000);
  const hits = neighbour.callsOf("/watched/website").length;
  await until(() => neighbour.callsOf("/watched/website").length >= hits + 6, 120_000);
  await panel.check(website);
}

async function addGuardedUser(panel: Panel): Promise<string> {
  const made = await panel.add<{ temporaryPassword: string; user: { id: number } }>("/users", {
    email: MAIL.guarded,
    role: "admin",
    currentPassword: PASSWORD,
  });
  const body = JSON.stringify({ email: MAIL.guarded, password: made.temporaryPassword });
  const headers = { "Content-Type": "application/json", Origin: panel.address };
  const answer = await fetch(`${panel.address}/api/v1/auth/login`, { method: "POST", headers, body });
  const first = new Panel(panel.address, {
    cookie: (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "",
  });
  await first.tell("POST", "auth/change-password", {
    currentPassword: made.temporaryPassword,
    newPassword: PASSWORD,
  });
  const guarded = await Panel.signIn(panel.address, "/api/v1/auth/login", MAIL.guarded);
  const { setupToken, secret } = await guarded.tell<{ setupToken: string; secret: string }>(
    "POST",
    "auth/2fa/setup",
    {
      currentPassword: PASSWORD,
    },
  );
  await guarded.tell("POST", "auth/2fa/enable", { setupToken, code: new TOTP({ secret }).generate() });
  return secret;
}

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
