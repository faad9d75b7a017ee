import { beforeAll, describe, expect, it, vi } from "vitest";
import type { FilledTemplate } from "../../../src/schema/incident_template.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { claimForSending, sendClaimed } from "../../../src/service/alert/delivery_send.ts";
import { eventually } from "../../eventually.ts";
import { bindings, setUp, type Visitor } from "../client.ts";

const ADMIN = "/api/v1/admin";
const USER = "ada";
const PASSWORD = "open/sesame+1";
const LOGIN = `${USER}:${PASSWORD}`;
const FORMS = [
  PASSWORD,
  LOGIN,
  btoa(LOGIN),
  btoa(PASSWORD),
  encodeURIComponent(LOGIN),
  encodeURIComponent(btoa(LOGIN)),
];
const sent: string[] = [];
let echo = "";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith("https://hook.example/")) return Response.json({ seen: echo, ok: false });
    sent.push(await request.text());
    return new Response();
  });
});

const LOGINS: Readonly<Record<string, object>> = {
  "auth.basic": {
    url: "https://site.example/",
    auth: { type: "basic", basic: { username: USER, password: PASSWORD } },
  },
  "the URL": { url: `https://${USER}:${encodeURIComponent(PASSWORD)}@site.example/` },
  "a header": { url: "https://site.example/", headers: { Authorization: `Basic ${btoa(LOGIN)}` } },
};

describe("basic credentials in a target's response", () => {
  it.each(Object.entries(LOGINS))(
    "from %s never appear in a status, check, alert or incident",
    async (_where, login) => {
      // Each form appears where the message is truncated.
      echo = FORMS.flatMap((form) => [form, `${"x".repeat(72)} ${form}`]).join(" | ");
      const channel = await admin.post<{ id: number }>(`${ADMIN}/notifications/channels`, {
        name: "Hook",
        type: "webhook",
        allMonitors: true,
        config: { url: "https://hook.example/in", body: '{"text":"{{monitor_name}}: {{error_message}}"}' },
      });
      const assertions = [
        { source: "json", path: "$.seen", operator: "equals", value: "well" },
        { source: "json", path: "$", operator: "contains", value: "well" },
      ];
      const monitor = await admin.post<Monitor>(`${ADMIN}/monitors`, {
        name: "Echo",
        type: "https",
        retries: 1,
        config: { certExpiry: { enabled: false }, keepBody: true, ...login, assertions },
      });
      const { id } = monitor.body;
      const deliveries = `${ADMIN}/notifications/deliveries?monitorId=${id}&channelId=${channel.body.id}`;
      const [delivery] = await eventually(async () => {
        const { items } = (await admin.get<{ items: { id: number }[] }>(deliveries)).body;
        expect(items).toHaveLength(1);
        return items;
      });
      for (const claimed of await claimForSending(bindings, [delivery!.id]))
        await sendClaimed(bindings, claimed);
      // The queue may have claimed it first.
      await eventually(() => expect(sent.join()).toContain("Echo: $.seen: expected"));
      const template = await admin.post<{ id: number }>(`${ADMIN}/incident-templates`, {
        name: `Echo ${id}`,
        title: "{{monitor}}",
        body: "{{error}}",
        resolvedBody: "Back.",
        impact: "major",
      });
      const filled = await admin.get<FilledTemplate>(
        `${ADMIN}/incident-templates/${template.body.id}/filled?monitorIds=${id}`,
      );
      expect(filled.body.body).toContain("$.seen: expected");
      const texts = [
        ...sent,
        (await admin.get(`${ADMIN}/notifications/deliveries/${delivery!.id}`)).body,
        filled.body,
        (await admin.get(`${ADMIN}/monitors/${id}`)).body,
        (await admin.get(`${ADMIN}/monitors/${id}/failures`)).body,
        (await admin.post(`${ADMIN}/monitors/${id}/check-now`)).body,
        (
          await admin.post(`${ADMIN}/monitors/test`, {
            type: "https",
            config: { ...login, keepBody: true, assertions },
          })
        ).body,
      ].map((one) => withoutConfig(one));
      for (const text of texts) expect(FORMS.filter((form) => text.includes(form.slice(0, 7)))).toEqual([]);
      expect(texts.join()).toContain("[hidden]");
      for (const path of [`monitors/${id}`, `notifications/channels/${channel.body.id}`])
        expect((await admin.delete(`${ADMIN}/${path}`)).status).toBe(204);
      sent.length = 0;
    },
  );
});

function withoutConfig(answer: unknown): string {
  return JSON.stringify(answer, (name, value: unknown) => (name === "config" ? undefined : value));
}
