import { beforeAll, describe, expect, it } from "vitest";
import { setUp, type Visitor } from "../client.ts";

const CHANNELS = "/api/v1/admin/notifications/channels";
const ACTIONS = "/api/v1/admin/actions";
const TEMPLATES = "/api/v1/admin/incident-templates";
let admin: Visitor;

interface Saved {
  id: number;
  config: { body: string };
  title: string;
  warnings?: { path: string; message: string }[];
}

beforeAll(async () => {
  admin = await setUp();
});

describe("an unknown placeholder", () => {
  it("in a channel is kept, and the response warns about it until it is fixed", async () => {
    const config = {
      url: "https://hook.example/{{monitor_ky}}",
      headers: { "X-Note": "{{sitename}}", "X-Token": "{{hidden}}" },
      body: '{"text": "{{monitor_nam}} {{status}}"}',
    };
    const made = await admin.post<Saved>(CHANNELS, { name: "Hook", type: "webhook", config });
    expect(made.status).toBe(201);
    expect(made.body.config.body).toBe(config.body);
    expect(made.body.warnings).toEqual([
      { path: "config.url", message: expect.stringMatching(/\{\{monitor_ky\}\}.*\{\{monitor_key\}\}/) },
      {
        path: "config.headers.X-Note",
        message: expect.stringMatching(/\{\{sitename\}\}.*\{\{site_name\}\}/),
      },
      { path: "config.body", message: expect.stringMatching(/\{\{monitor_nam\}\}.*\{\{monitor_name\}\}/) },
    ]);
    const path = `${CHANNELS}/${made.body.id}`;
    expect((await admin.get<Saved>(path)).body).not.toHaveProperty("warnings");
    const mended = await admin.patch<Saved>(path, { config: { url: "https://hook.example/" } });
    expect(mended.body).not.toHaveProperty("warnings");
    const mail = { name: "Mail", type: "email", config: { to: "a@example.com", subject: "{{titel}}" } };
    expect((await admin.post<Saved>(CHANNELS, mail)).body.warnings).toMatchObject([
      { path: "config.subject" },
    ]);
  });

  it("in an action causes a warning, unless it is one of its secrets", async () => {
    const vault = await admin.post<{ id: number }>("/api/v1/admin/vaults", { name: "V", kind: "local" });
    const secret = { name: "s", type: "value", values: { value: "v" } };
    await admin.post(`/api/v1/admin/vaults/${vault.body.id}/secrets`, secret);
    const config = {
      url: "https://hook.example/?a={{secret_key}}&b={{secret_other}}&c={{down_since}}",
      secrets: [{ name: "key", vault: { vault: "V", secret: "s" } }],
    };
    const made = await admin.post<Saved>(ACTIONS, { name: "Run", config });
    expect(made.body.warnings).toMatchObject([
      { path: "config.url", message: expect.stringContaining("{{secret_other}}") },
    ]);
    const changed = await admin.patch<Saved>(`${ACTIONS}/${made.body.id}`, { name: "Other" });
    expect(changed.body.warnings).toHaveLength(1);
  });

  it("in an incident template causes a warning for each language", async () => {
    const made = await admin.post<Saved>(TEMPLATES, {
      name: "T",
      title: "{{monitr}} is gone",
      body: "{{error}}",
      resolvedBody: "Back after {{duration}}.",
      locales: { pl: { body: "{{eror}}" } },
    });
    expect(made.body.title).toBe("{{monitr}} is gone");
    expect(made.body.warnings).toEqual([
      { path: "title", message: expect.stringMatching(/\{\{monitr\}\}.*\{\{monitor\}\}/) },
      { path: "locales.pl.body", message: expect.stringMatching(/\{\{eror\}\}.*\{\{error\}\}/) },
    ]);
    const path = `${TEMPLATES}/${made.body.id}`;
    const mended = await admin.patch<Saved>(path, { title: "{{monitor}} is gone", locales: {} });
    expect(mended.body).not.toHaveProperty("warnings");
  });
});
