import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AlertMessage } from "../../src/domain/alert/message.ts";
import { discordPayload } from "../../src/notify/discord.ts";
import { ntfyPayload } from "../../src/notify/ntfy.ts";
import { pushoverFields } from "../../src/notify/pushover.ts";
import { slackPayload } from "../../src/notify/slack.ts";
import { teamsPayload } from "../../src/notify/teams.ts";
import { telegramPayload } from "../../src/notify/telegram.ts";
import { isTelegramHtml } from "../../src/notify/telegram_html.ts";
import { anyMessage, MESSAGES } from "./messages.ts";

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

const OWN = "{{monitor_name}} ({{monitor_list}}): {{error_message}} {{unknown}}";

const FORMS: Record<string, (message: AlertMessage, template: string) => unknown> = {
  slack: slackPayload,
  discord: (message, content) => discordPayload(message, { username: "", avatarUrl: "", content }),
  teams: teamsPayload,
  telegram: (message, text) => telegramPayload(message, { chatId: "-100123", text }),
  ntfy: (message, text) => ntfyPayload(message, { topic: "t", priority: null, text }),
  pushover: (message, text) => pushoverFields(message, { priority: 2, text }),
};

function problemsOf(service: string, payload: unknown): unknown[] {
  const path = join(import.meta.dirname, "schemas", `${service}.json`);
  const validate =
    ajv.getSchema(service) ??
    ajv.addSchema(JSON.parse(readFileSync(path, "utf8")), service).getSchema(service)!;
  validate(payload);
  return validate.errors ?? [];
}

const cases = Object.keys(FORMS).flatMap((service) =>
  Object.keys(MESSAGES).map((name) => [service, name as keyof typeof MESSAGES] as const),
);

describe("the payload", () => {
  it.each(cases)("matches the schema of %s for %s", (service, name) => {
    for (const template of ["", OWN]) {
      expect(problemsOf(service, FORMS[service]!(MESSAGES[name], template))).toEqual([]);
    }
  });

  it.each(Object.keys(FORMS))("stays within the limits of %s for any names and errors", (service) => {
    fc.assert(
      fc.property(
        anyMessage,
        fc.constantFrom("", OWN, "{{error_message}}".repeat(20), "{{cert_host}}"),
        (message, template) => {
          const payload = FORMS[service]!(message, template);
          expect(problemsOf(service, payload)).toEqual([]);
          expect(JSON.stringify(payload).isWellFormed()).toBe(true);
          expect(JSON.stringify(payload)).not.toMatch(/\\ud[89a-f]/i);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it("keeps Telegram's HTML valid when it is cut", () => {
    fc.assert(
      fc.property(
        anyMessage,
        fc.constantFrom("", `<b><a href="{{url}}">${OWN}</a></b>`),
        (message, template) => {
          expect(isTelegramHtml(telegramPayload(message, { chatId: "1", text: template }).text)).toBe(true);
        },
      ),
      { numRuns: 100, endOnFailure: true },
    );
  });

  it("never splits an escape of Slack's or mentions anyone from a name", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const [attachment] = slackPayload(message, "").attachments;
        for (const [, text] of JSON.stringify(attachment?.blocks.slice(0, -1)).matchAll(
          /"text":"((?:\\.|[^"\\])*)"/g,
        )) {
          expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        }
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it("stays within 6000 characters for a Discord embed, 20 KB for Teams and 4096 bytes for ntfy", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const [embed] = discordPayload(message, { username: "", avatarUrl: "", content: "" }).embeds;
        const fields = embed!.fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
        const { title, description = "", footer } = embed!;
        expect(title.length + description.length + footer.text.length + fields).toBeLessThan(6000);
        expect(new TextEncoder().encode(JSON.stringify(teamsPayload(message, OWN))).length).toBeLessThan(
          20_000,
        );
        expect(
          new TextEncoder().encode(ntfyPayload(message, { topic: "t", priority: null, text: OWN }).message)
            .length,
        ).toBeLessThanOrEqual(4096);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});

describe("mentions in a Discord message", () => {
  const of = (content: string, name: string) =>
    discordPayload(
      { ...MESSAGES.alert, monitors: [{ ...MESSAGES.alert.monitors[0]!, name }] },
      { username: "", avatarUrl: "", content },
    );

  it("ignore mentions in a monitor's name", () => {
    const payload = of("{{monitor_name}}", "@everyone <@&5>");
    expect(payload.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
    expect(payload.content).not.toMatch(/@everyone|(?<!\\)<@&5>/);
  });

  it("allow mentions in the template", () => {
    const payload = of("@here <@&5> <@9> {{monitor_name}}", "@everyone");
    expect(payload.allowed_mentions).toEqual({ parse: ["everyone"], roles: ["5"], users: ["9"] });
    expect(payload.content).toMatch(/^@here <@&5> <@9> @\u200beveryone$/);
  });
});

describe("colour, priority and tags", () => {
  it("differ between failure and recovery", () => {
    const colorOf = (message: AlertMessage) => slackPayload(message, "").attachments[0]!.color;
    expect([MESSAGES.alert, MESSAGES.degraded, MESSAGES.recovery, MESSAGES.test].map(colorOf)).toEqual([
      "#ba1a1a",
      "#eab308",
      "#22c55e",
      "#497cff",
    ]);
    const ntfyOf = (message: AlertMessage) => ntfyPayload(message, { topic: "t", priority: null, text: "" });
    expect(ntfyOf(MESSAGES.alert)).toMatchObject({ priority: 4, tags: ["rotating_light"] });
    expect(ntfyOf(MESSAGES.recovery)).toMatchObject({ priority: 3, tags: ["white_check_mark"] });
    expect(ntfyPayload(MESSAGES.alert, { topic: "t", priority: 1, text: "" }).priority).toBe(1);
  });

  it("use Pushover's emergency priority only while something is failing", () => {
    const of = (message: AlertMessage) => pushoverFields(message, { priority: 2, text: "" });
    expect(of(MESSAGES.alert)).toMatchObject({ priority: "2", retry: "60", expire: "3600" });
    expect(of(MESSAGES.recovery)["priority"]).toBe("1");
    expect(of(MESSAGES.test)["retry"]).toBeUndefined();
  });
});

describe("a link", () => {
  it("leads to the monitor, or to the list for a digest, if the site's address is known", () => {
    const urlOf = (message: AlertMessage) =>
      discordPayload(message, { username: "", avatarUrl: "", content: "" }).embeds[0]!.url;
    expect(urlOf(MESSAGES.alert)).toBe("https://status.example.com/admin/monitors/7");
    expect(urlOf(MESSAGES.digest)).toBe("https://status.example.com/admin/monitors");
    expect(urlOf({ ...MESSAGES.alert, site: { name: "x", url: null } })).toBeUndefined();
  });
});
