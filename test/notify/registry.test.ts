import { describe, expect, it } from "vitest";
import { setAt } from "../../src/lib/at_path.ts";
import type { Config } from "../../src/lib/config.ts";
import { MASK } from "../../src/lib/mask.ts";
import { describeConfig } from "../../src/notify/channel_type.ts";
import { CHANNEL_TYPES, findChannelType } from "../../src/notify/registry.ts";

const typeOf = (type: string) => findChannelType(type)!;
const parse = (type: string, config: unknown) => typeOf(type).config.parse(config);

function problemsOf(type: string, config: unknown) {
  const result = typeOf(type).config.safeParse(config);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const LEAST: Record<string, Config> = {
  email: { to: "a@example.com" },
  webhook: { url: "https://a.test/hook" },
  slack: { webhookUrl: "https://hooks.slack.com/services/T/B/x" },
  discord: { webhookUrl: "https://discord.com/api/webhooks/1/x" },
  teams: { webhookUrl: "https://x.logic.azure.com/workflows/1?sig=y" },
  telegram: { botToken: "123:abc", chatId: "-100" },
  ntfy: { topic: "alerts" },
  pushover: { appToken: "a", userKey: "u" },
};

const vault = { vault: "Main", secret: "Chat" };

describe("the registry", () => {
  it("has eight types that send directly, and one that notifies people in steps", () => {
    const types = CHANNEL_TYPES.map(({ type }) => type);
    expect(types.filter((type) => type !== "on_call")).toEqual(Object.keys(LEAST));
    expect(types).toContain("on_call");
    expect(findChannelType("constructor")).toBeNull();
  });

  it.each(Object.keys(LEAST))("describes the config of %s for its form", (type) => {
    const schema = describeConfig(typeOf(type)) as { type: string; properties: Record<string, Config> };
    expect(schema.type).toBe("object");
    for (const [name, property] of Object.entries(schema.properties)) {
      expect.soft(property["title"], name).toBeDefined();
    }
  });

  it("marks secrets in the description, and no other field", () => {
    const marked = CHANNEL_TYPES.flatMap((channelType) => {
      const { properties } = describeConfig(channelType) as { properties: Record<string, Config> };
      const names = Object.keys(properties).filter((name) => properties[name]?.["writeOnly"]);
      return names.map((name) => `${channelType.type}.${name}`);
    });
    expect(marked).toEqual([
      "webhook.signingSecret",
      "slack.webhookUrl",
      "discord.webhookUrl",
      "teams.webhookUrl",
      "telegram.botToken",
      "ntfy.accessToken",
      "pushover.appToken",
      "pushover.userKey",
    ]);
  });
});

describe("a config", () => {
  it.each(Object.entries(LEAST))(
    "of %s requires only fields without a default, and is unchanged when parsed again",
    (type, config) => {
      const made = parse(type, config);
      expect(parse(type, made)).toEqual(made);
      for (const name of Object.keys(config)) {
        const { [name]: _, ...rest } = config;
        expect(problemsOf(type, rest), name).not.toEqual([]);
      }
    },
  );

  it("has defaults", () => {
    expect(parse("webhook", LEAST["webhook"])).toEqual({
      url: "https://a.test/hook",
      method: "POST",
      headers: {},
      body: "",
      signingSecret: "",
    });
    expect(parse("ntfy", LEAST["ntfy"])).toEqual({
      serverUrl: "https://ntfy.sh",
      topic: "alerts",
      accessToken: "",
      priority: null,
      text: "",
    });
    expect(parse("telegram", { botToken: "1:a", chatId: -100123 })).toMatchObject({ chatId: "-100123" });
  });

  it("can take its secrets from a vault instead", () => {
    for (const type of ["slack", "discord", "teams", "pushover"])
      expect(problemsOf(type, { vault })).toEqual([]);
    expect(problemsOf("telegram", { chatId: "@a", vault })).toEqual([]);
    expect(problemsOf("telegram", { chatId: "@a" })).toEqual([
      "botToken: Enter the bot token, or choose a vault secret.",
    ]);
  });

  it.each([
    ["email", { to: "a@example.com, b" }, "to: b isn't an email address."],
    ["email", { to: " , " }, "to: Enter at least one address."],
    [
      "email",
      { to: "a@example.com\r\nBcc: x@y.test" },
      "to: a@example.com\r\nBcc: x@y.test isn't an email address.",
    ],
    ["email", { to: "a..b@example.com" }, "to: a..b@example.com isn't an email address."],
    ["email", { to: "a@b.test", subject: "a\nb" }, "subject: Leave out line breaks and control characters."],
    ["webhook", { url: "ftp://a" }, "url: Use an http or https address, such as https://example.com/health."],
    [
      "webhook",
      { url: "https://{{monitor_key}}.a.test/" },
      "url: Placeholders are allowed only after the host: in the path, the query or the fragment.",
    ],
    [
      "webhook",
      { url: "https://{{monitor_key}}@a.test/" },
      "url: Placeholders are allowed only after the host: in the path, the query or the fragment.",
    ],
    [
      "webhook",
      { url: "https:/\t/{{monitor_key}}/x" },
      "url: Placeholders are allowed only after the host: in the path, the query or the fragment.",
    ],
    [
      "webhook",
      { url: "https://a.test", body: "hello {{status}}" },
      'body: The body must be JSON, with each placeholder inside text ("{{status}}") or as a whole value ({{affected_count}}).',
    ],
    [
      "webhook",
      { url: "https://a.test", method: "GET", body: "{}" },
      "body: GET has no body: use POST, PUT or PATCH, or leave the body empty.",
    ],
    ["webhook", { url: "https://a.test", method: "DELETE" }, "method: Use GET, POST, PUT or PATCH."],
    [
      "webhook",
      { url: "https://a.test", signingSecret: "whsec_%%" },
      "signingSecret: The part after whsec_ must be a base64 key.",
    ],
    [
      "slack",
      { webhookUrl: "hello" },
      "webhookUrl: Use the full http or https webhook address from the service.",
    ],
    ["slack", { webhookUrl: `${MASK}x` }, "webhookUrl: Enter the whole secret, or keep the mask."],
    [
      "discord",
      { ...LEAST["discord"], username: "My Discord" },
      "username: Discord doesn't allow names containing discord or clyde.",
    ],
    [
      "telegram",
      { botToken: "1:a/../b", chatId: "1" },
      "botToken: This isn't a bot token: copy it from @BotFather.",
    ],
    [
      "telegram",
      { botToken: "1:a", chatId: "here" },
      "chatId: Use a chat's number, such as -1001234567890, or a public channel's name, such as @status.",
    ],
    ["ntfy", { topic: "a b" }, "topic: Use 1 to 64 letters, digits, - and _."],
    ["ntfy", { topic: "a", priority: 6 }, "priority: Use 1 to 5."],
    ["pushover", { ...LEAST["pushover"], priority: 3 }, "priority: Use -2 to 2."],
  ])("of %s reports the problem in %o", (type, config, problem) => {
    expect(problemsOf(type, config)).toContain(problem);
  });

  it("of telegram accepts only Telegram's HTML", () => {
    const of = (text: string) => problemsOf("telegram", { ...LEAST["telegram"], text }).length;
    expect(['<b>{{monitor_name}}</b> &lt; <a href="{{url}}">x</a>', "plain", "a &amp; b"].map(of)).toEqual([
      0, 0, 0,
    ]);
    expect(["<b>", "<b></i>", "<div>x</div>", "a < b", "a & b", "</b>", '<b></b class="x">'].map(of)).toEqual(
      [1, 1, 1, 1, 1, 1, 1],
    );
  });

  it("of a webhook stores a body given as an object as text", () => {
    const body = { text: "{{title}}", list: [1] };
    const made = parse("webhook", { url: "https://a.test", body }) as { body: string };
    expect(JSON.parse(made.body)).toEqual(body);
  });
});

describe("secrets", () => {
  it("are found only in fields that have a value", () => {
    const secretsOf = (type: string, config: Config) =>
      typeOf(type)
        .findSecrets(config)
        .map((path) => path.join("."));
    expect(Object.entries(LEAST).map(([type, config]) => secretsOf(type, config))).toEqual([
      [],
      [],
      ["webhookUrl"],
      ["webhookUrl"],
      ["webhookUrl"],
      ["botToken"],
      [],
      ["appToken", "userKey"],
    ]);
    const headers = { Authorization: "Bearer x", "X-Api-Key": "k", "X-Title": "t", Cookie: "" };
    expect(secretsOf("webhook", { url: "https://a.test", headers, signingSecret: "s" })).toEqual([
      "headers.Authorization",
      "headers.X-Api-Key",
      "signingSecret",
    ]);
    expect(secretsOf("telegram", { chatId: "1", botToken: "", vault })).toEqual([]);
  });

  it.each(Object.entries(LEAST))("of %s can be sent back as masks", (type, config) => {
    const masked = typeOf(type)
      .findSecrets(config)
      .reduce((all, path) => setAt(all, path, MASK), config);
    expect(problemsOf(type, masked)).toEqual([]);
  });

  it("show the last four characters of a bot token, and accept that mask", () => {
    expect(typeOf("telegram").showsTailOf).toEqual(["botToken"]);
    const of = (botToken: string) => problemsOf("telegram", { chatId: "1", botToken }).length;
    expect(
      [`${MASK}x-_9`, MASK, `${MASK}abc`, `${MASK}abcde`, `a${MASK}bcd`].map((text) => of(text) > 0),
    ).toEqual([false, false, true, true, true]);
  });

  it("belong to the address they are sent to", () => {
    const at = (type: string, config: Config) => typeOf(type).destinationOf(config);
    expect(at("webhook", { url: "https://a.test/1" })).not.toBe(at("webhook", { url: "https://a.test/2" }));
    expect(at("ntfy", { serverUrl: "https://a.test" })).not.toBe(at("ntfy", {}));
    expect(at("ntfy", { serverUrl: "https://ntfy.sh" })).toBe(at("ntfy", {}));
    expect(at("slack", { webhookUrl: MASK, text: "a" })).toBe(at("slack", { webhookUrl: "https://x.test" }));
  });
});

describe("the presets", () => {
  const presets = CHANNEL_TYPES.flatMap(({ type, presets }) =>
    presets.map((preset) => ({ type, ...preset })),
  );

  it("cover the services without a channel type", () => {
    expect(presets.map(({ type, name }) => `${type} ${name}`)).toEqual([
      "webhook PagerDuty",
      "webhook Opsgenie",
      "webhook Google Chat",
      "webhook Matrix",
      "webhook Mattermost",
      "webhook Gotify",
      "webhook Rocket.Chat",
    ]);
  });

  it.each(presets)("of $name is a complete config with a value to replace", ({ type, config }) => {
    expect(problemsOf(type, config)).toEqual([]);
    expect(JSON.stringify(config)).toMatch(/YOUR[_-]/);
  });
});
