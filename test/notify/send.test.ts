import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Config } from "../../src/lib/config.ts";
import type { Mail } from "../../src/notify/mail.ts";
import { CHANNEL_TYPES } from "../../src/notify/registry.ts";
import { AT, MESSAGES, message, monitor } from "./messages.ts";
import { openSink, send } from "./sink.ts";

const { alert } = MESSAGES;
const vault = { vault: "Main", secret: "Chat" };

const CONFIGS: Record<string, Config> = {
  slack: { webhookUrl: "https://hooks.slack.test/services/T0/B0/s3cretkey" },
  discord: { webhookUrl: "https://discord.test/api/webhooks/1/s3cretkey" },
  teams: { webhookUrl: "https://teams.test/workflows/s3cretkey?sig=s3cretkey" },
  telegram: { botToken: "123:s3cretkey", chatId: "-100" },
  ntfy: { serverUrl: "https://ntfy.test/", topic: "alerts", accessToken: "s3cretkey" },
  pushover: { appToken: "s3cretkey", userKey: "s3cretkey2" },
  webhook: {
    url: "https://hook.test/x",
    headers: { Authorization: "Bearer s3cretkey" },
    signingSecret: "s3cretkey",
  },
};

const kinds = Object.keys(CONFIGS);

describe("sending", () => {
  it.each([
    ["slack", "/services/T0/B0/s3cretkey", "application/json"],
    ["discord", "/api/webhooks/1/s3cretkey", "application/json"],
    ["teams", "/workflows/s3cretkey?sig=s3cretkey", "application/json"],
    ["telegram", "/bot123:s3cretkey/sendMessage", "application/json"],
    ["ntfy", "/", "application/json"],
    ["pushover", "/1/messages.json", "application/x-www-form-urlencoded"],
    ["webhook", "/x", "application/json"],
  ])("through %s posts once, with what happened", async (type, path, contentType) => {
    const sink = await openSink({ body: "ok" });
    await send(type, CONFIGS[type]!, { message: alert, sink });
    expect(sink.received).toHaveLength(1);
    const [request] = sink.received;
    expect(request).toMatchObject({ method: "POST", path, headers: { "content-type": contentType } });
    const body =
      type === "pushover" ? String(new URLSearchParams(request!.body).get("message")) : request!.body;
    expect(body).toContain("The server refused the connection.");
    expect(body).toMatch(/2 h 5 min|"durationSecs":7500/);
  });

  it.each(kinds)("through %s reports a refusal without its secret", async (type) => {
    const sink = await openSink({ status: 403, body: "bad key s3cretkey, s3cretkey2, 123:s3cretkey" });
    const sent = send(type, CONFIGS[type]!, { message: alert, sink });
    await expect(sent).rejects.toMatchObject({ name: "SendFault", isPermanent: true });
    await expect(sent).rejects.toThrow(/returned 403: bad key •••/);
    await expect(sent).rejects.not.toThrow(/s3cret/);
  });

  it.each(kinds)("through %s marks a test message as a test", async (type) => {
    const sink = await openSink();
    await send(type, CONFIGS[type]!, { message: MESSAGES.test, sink });
    expect(decodeURIComponent(sink.received[0]!.body.replaceAll("+", " "))).toMatch(
      /Test message from Acme Status/,
    );
  });

  it.each(["slack", "discord", "teams", "telegram", "pushover"])(
    "through %s names the missing secret when it isn't in the vault",
    async (type) => {
      const config = { chatId: "1", vault };
      await expect(send(type, config, { message: alert })).rejects.toThrow(
        /^Missing .*: enter it, or choose a vault secret\.$/,
      );
    },
  );

  it.each([
    ["slack", "text"],
    ["discord", "content"],
    ["teams", "summary"],
    ["telegram", "text"],
    ["ntfy", "text"],
    ["pushover", "text"],
  ])("through %s uses the template instead of the standard text", async (type, field) => {
    const sink = await openSink();
    const template = "{{ monitor_name }} of {{affected_count}}, {{nothing}}";
    await send(type, { ...CONFIGS[type]!, [field]: template }, { message: alert, sink });
    const body = decodeURIComponent(sink.received[0]!.body.replaceAll("+", " "));
    expect(body).toContain("API of 1, {{nothing}}");
    expect(body).not.toContain("The server refused the connection.");
    expect(body).toContain("API is down");
  });
});

describe("a refusal by a webhook", () => {
  it("shows neither part of a Basic login", async () => {
    const sink = await openSink({ status: 401, body: "No entry for sesame-1 with s3cretkey" });
    const headers = { Authorization: `Basic ${btoa("s3cretkey:sesame-1")}` };
    await expect(
      send("webhook", { ...CONFIGS["webhook"]!, headers }, { message: alert, sink }),
    ).rejects.toThrow("No entry for ••• with •••");
  });
});

describe("a 200 response with an error", () => {
  it.each([
    ["slack", "invalid_payload", true],
    ["slack", '{"ok":false,"error":"channel_not_found"}', true],
    [
      "teams",
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x",
      false,
    ],
    [
      "teams",
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413",
      true,
    ],
    ["telegram", '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked"}', true],
    ["pushover", '{"status":0,"errors":["application token is invalid"]}', true],
  ])("fails for %s: %s", async (type, body, isPermanent) => {
    const sink = await openSink({ body });
    await expect(send(type, CONFIGS[type]!, { message: alert, sink })).rejects.toMatchObject({
      name: "SendFault",
      isPermanent,
    });
  });

  it.each([
    ["slack", "ok"],
    ["teams", "1"],
    ["telegram", '{"ok":true,"result":{"text":"{\\"ok\\":false}"}}'],
    ["pushover", '{"status":1,"request":"x"}'],
    ["discord", ""],
    ["ntfy", '{"id":"x","event":"message"}'],
  ])("is not assumed for %s's normal response: %s", async (type, body) => {
    const sink = await openSink({ body });
    await send(type, CONFIGS[type]!, { message: alert, sink });
  });
});

describe("ntfy", () => {
  it("sends the token as a bearer, or no header without a token", async () => {
    const sink = await openSink();
    await send("ntfy", CONFIGS["ntfy"]!, { message: alert, sink });
    await send("ntfy", { topic: "t" }, { message: alert, sink });
    expect(sink.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer s3cretkey",
      undefined,
    ]);
  });
});

describe("webhook", () => {
  it("sends all facts when it has no custom body", async () => {
    const sink = await openSink();
    await send("webhook", { url: `${sink.url}/x` }, { message: MESSAGES.digest });
    expect(JSON.parse(sink.received[0]!.body)).toEqual({
      id: "7:12",
      event: "alert",
      occurredAt: "2026-03-01T12:05:00.000Z",
      title: "2 monitors are down or degraded",
      summary: "API: The server refused the connection.\nWeb: Responded in 4100 ms.",
      status: "down",
      previousStatus: "up",
      error: "The server refused the connection.",
      digest: true,
      monitors: [
        monitor(),
        monitor({ id: 8, key: "web", name: "Web", status: "degraded", error: "Responded in 4100 ms." }),
      ],
      downSince: "2026-03-01T10:00:00.000Z",
      durationSecs: 7500,
      certificate: null,
      action: null,
      site: { name: "Acme Status", url: "https://status.example.com" },
      link: "https://status.example.com/admin/monitors",
    });
    expect(sink.received[0]!.headers).not.toHaveProperty("webhook-signature");
  });

  it("escapes values for address, headers and body", async () => {
    const sink = await openSink();
    const odd = message({ monitors: [monitor({ name: 'a/b?c="ż"\n&d' })] });
    await send(
      "webhook",
      {
        url: `${sink.url}/m/{{monitor_name}}?s={{status}}&x={{x}}`,
        method: "PUT",
        headers: { "X-Name": "<{{monitor_name}}>", "content-type": "application/cloudevents+json" },
        body: { name: "{{monitor_name}}", n: "{{affected_count}}" },
      },
      { message: odd },
    );
    const [request] = sink.received;
    expect(request).toMatchObject({
      method: "PUT",
      path: "/m/a%2Fb%3Fc%3D%22%C5%BC%22%20%26d?s=down&x={{x}}",
      headers: { "x-name": '<a/b?c="%C5%BC" &d>', "content-type": "application/cloudevents+json" },
    });
    expect(JSON.parse(request!.body)).toEqual({ name: 'a/b?c="ż" &d', n: "1" });
  });

  it("signs exactly the sent bytes, at the time of the attempt, and custom headers can't override the signature", async () => {
    const sink = await openSink();
    const headers = { "Webhook-Signature": "v1,x", "X-A": "1" };
    const config = { url: sink.url, signingSecret: "s3cret", body: '{"a":"{{monitor_name}} ż"}', headers };
    await send("webhook", config, { message: alert, now: AT + 61_500 });
    const [request] = sink.received;
    const timestamp = String(Math.floor((AT + 61_500) / 1000));
    const signature = createHmac("sha256", "s3cret")
      .update(`7:12.${timestamp}.${request!.body}`)
      .digest("base64");
    expect(request!.headers).toMatchObject({
      "webhook-id": "7:12",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
      "x-a": "1",
    });
  });

  it("sends no body with GET", async () => {
    const sink = await openSink();
    await send("webhook", { url: `${sink.url}/?s={{status}}`, method: "GET" }, { message: alert });
    expect(sink.received[0]).toMatchObject({ method: "GET", path: "/?s=down", body: "" });
    expect(sink.received[0]!.headers).not.toHaveProperty("content-type");
  });

  it.each(CHANNEL_TYPES.flatMap(({ presets }) => presets))(
    "sends valid JSON for the preset $name and every kind of message",
    async ({ config }) => {
      const sink = await openSink();
      for (const each of Object.values(MESSAGES)) await send("webhook", config, { message: each, sink });
      expect(sink.received).toHaveLength(Object.keys(MESSAGES).length);
      for (const { body, path } of sink.received) {
        JSON.parse(body);
        expect(body + path).not.toContain("{{");
      }
    },
  );
});

describe("email", () => {
  async function mailOf(config: Config, about = alert): Promise<Mail> {
    const mails: Mail[] = [];
    await send("email", { to: "ops@example.com", ...config }, { message: about, mails });
    expect(mails).toHaveLength(1);
    return mails[0]!;
  }

  it("sends to each address once", async () => {
    const { to } = await mailOf({ to: " a@example.com,b@example.com, A@example.com," });
    expect(to).toEqual(["a@example.com", "b@example.com"]);
  });

  it("describes the event in its subject, text and HTML", async () => {
    const { subject, text, html, messageId, headers } = await mailOf({});
    expect(subject).toBe("[Acme Status] API is down");
    for (const form of [text, html]) {
      expect(form).toContain("The server refused the connection.");
      expect(form).toContain("2 h 5 min");
      expect(form).toContain("https://status.example.com/admin/monitors/7");
    }
    expect(messageId).toBe("7-12@status.example.com");
    expect(headers).toMatchObject({ "X-Auto-Response-Suppress": "All" });
  });

  it("fills its templates: the subject on one line, the body as text", async () => {
    const odd = message({ error: "<img src=x>\nBcc: x@y.test", kind: "alert" });
    const { subject, text, html } = await mailOf(
      {
        subject: "{{monitor_name}}: {{error_message}}",
        body: "Look at <b>{{monitor_name}}</b>:\n{{error_message}}",
      },
      odd,
    );
    expect(subject).toBe("API: <img src=x> Bcc: x@y.test");
    expect(text).toContain("Look at <b>API</b>:\n<img src=x>\nBcc: x@y.test");
    expect(html).toContain("Look at &lt;b&gt;API&lt;/b&gt;:<br>&lt;img src=x&gt;<br>Bcc: x@y.test");
  });

  it("marks a test in the subject, even in a custom subject", async () => {
    expect((await mailOf({}, MESSAGES.test)).subject).toBe("[Acme Status] Test message from Acme Status");
    expect((await mailOf({ subject: "Alarm" }, MESSAGES.test)).subject).toBe("Test: Alarm");
  });
});
