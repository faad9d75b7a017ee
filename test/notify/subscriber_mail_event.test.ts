import { describe, expect, it } from "vitest";
import { makeEventMail } from "../../src/notify/subscriber_mail/event.ts";
import type { EventMailFacts } from "../../src/notify/subscriber_mail/facts.ts";
import {
  eventFacts,
  incident,
  MANAGE,
  maintenance,
  readMail,
  UNSUBSCRIBE,
  UPDATE,
} from "./subscriber_mails.ts";

const RESOLVED = { ...UPDATE, status: "resolved" as const, body: "All is well." };
const BEGAN = { en: "March 1, 2026 at 11:00 UTC", pl: "1 marca 2026 11:00 UTC" };
const POSTED = { en: "March 1, 2026 at 12:05 UTC", pl: "1 marca 2026 12:05 UTC" };
const WINDOW = { en: /March 1, 2026.*13:05.*15:05 UTC/, pl: /1 marca 2026.*13:05.*15:05 UTC/ };

const KINDS: {
  name: string;
  event: EventMailFacts["event"];
  subject: Record<"en" | "pl", string>;
  said: Record<"en" | "pl", (string | RegExp)[]>;
  url: string;
}[] = [
  {
    name: "a new incident",
    event: incident("incident.created"),
    subject: { en: "Identified: Checkout is slow", pl: "Znamy przyczynę: Checkout is slow" },
    said: {
      en: ["Identified · Major impact", "Affects", "Checkout, Payments", "Started", BEGAN.en, POSTED.en],
      pl: ["Znamy przyczynę · Duży wpływ", "Dotyczy", "Checkout, Payments", "Początek", BEGAN.pl, POSTED.pl],
    },
    url: "https://status.test/incidents/7",
  },
  {
    name: "an update",
    event: incident("incident.updated"),
    subject: { en: "Identified: Checkout is slow", pl: "Znamy przyczynę: Checkout is slow" },
    said: { en: ["View incident", POSTED.en], pl: ["Zobacz incydent", POSTED.pl] },
    url: "https://status.test/incidents/7",
  },
  {
    name: "a resolution",
    event: incident("incident.resolved", { update: RESOLVED }),
    subject: { en: "Resolved: Checkout is slow", pl: "Rozwiązano: Checkout is slow" },
    said: { en: ["All is well.", "1 hour 5 minutes"], pl: ["All is well.", "1 godzina 5 minut"] },
    url: "https://status.test/incidents/7",
  },
  {
    name: "planned maintenance",
    event: maintenance("scheduled"),
    subject: { en: "Scheduled maintenance: New database", pl: "Planowane prace serwisowe: New database" },
    said: { en: ["When", WINDOW.en, "2 hours", "Sign-in"], pl: ["Kiedy", WINDOW.pl, "2 godziny", "Sign-in"] },
    url: "https://status.test/maintenance/4",
  },
  {
    name: "rescheduled maintenance",
    event: maintenance("rescheduled", { allMonitors: true, components: [] }),
    subject: {
      en: "Maintenance rescheduled: New database",
      pl: "Zmiana terminu prac serwisowych: New database",
    },
    said: {
      en: ["New time", WINDOW.en, "Everything on this page"],
      pl: ["Nowy termin", WINDOW.pl, "Wszystko na tej stronie"],
    },
    url: "https://status.test/maintenance/4",
  },
  {
    name: "started maintenance",
    event: maintenance("started"),
    subject: { en: "Maintenance started: New database", pl: "Rozpoczęte prace serwisowe: New database" },
    said: { en: ["When", WINDOW.en], pl: ["Kiedy", WINDOW.pl] },
    url: "https://status.test/maintenance/4",
  },
  {
    name: "completed maintenance",
    event: maintenance("completed"),
    subject: { en: "Maintenance completed: New database", pl: "Zakończone prace serwisowe: New database" },
    said: { en: ["When", WINDOW.en], pl: ["Kiedy", WINDOW.pl] },
    url: "https://status.test/maintenance/4",
  },
  {
    name: "cancelled maintenance",
    event: maintenance("cancelled"),
    subject: { en: "Maintenance cancelled: New database", pl: "Odwołane prace serwisowe: New database" },
    said: { en: ["Was scheduled for", WINDOW.en], pl: ["Planowany termin", WINDOW.pl] },
    url: "https://status.test/",
  },
];

describe.each(KINDS)("the email for $name", ({ event, subject, said, url }) => {
  it.each(["en", "pl"] as const)("describes the event in text and HTML, in %s", async (locale) => {
    const mail = await readMail(makeEventMail(eventFacts(event, { locale })));
    expect(mail.subject).toBe(`[Acme Status] ${subject[locale]}`);
    expect(mail.html).toContain(`<html lang="${locale}">`);
    for (const words of [
      ...said[locale],
      event.type.startsWith("maintenance.") ? "New database" : "Checkout is slow",
    ])
      for (const form of [mail.text, mail.html]) expect(form).toMatch(words);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.text).toContain(`:\n${url}\n`);
    expect(`${mail.text}${mail.html}`).not.toMatch(/\bmail\.|incidents\.\w|\{\w+\}\s*[^;}]*UTC/);
  });

  it("has unsubscribe links in its footer and for one-click unsubscribe", async () => {
    const mail = await readMail(makeEventMail(eventFacts(event)));
    expect(mail.html).toContain(`href="${MANAGE}"`);
    expect(mail.html).toContain(">Manage or unsubscribe</a>");
    expect(mail.text).toContain(`Manage or unsubscribe: ${MANAGE}`);
    expect(mail.header("List-Unsubscribe")).toBe(`<${UNSUBSCRIBE}>`);
    expect(mail.header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(mail.to).toEqual([{ address: "ann@example.com", name: "" }]);
  });
});

describe("emails about one incident", () => {
  const threadId = "incident-7.5@status.test";

  it("start with an email that has the thread's id and no references", async () => {
    const mail = await readMail(
      makeEventMail(eventFacts(incident("incident.created"), { messageId: threadId })),
    );
    expect(mail.messageId).toBe(`<${threadId}>`);
    expect([mail.header("References"), mail.header("In-Reply-To")]).toEqual([null, null]);
  });

  it("refer to that email in every update", async () => {
    for (const type of ["incident.updated", "incident.resolved"] as const) {
      const mail = await readMail(makeEventMail(eventFacts(incident(type), { threadId })));
      expect(mail.messageId).toBe("<incident-7-update-3.5@status.test>");
      expect([mail.references, mail.inReplyTo]).toEqual([`<${threadId}>`, `<${threadId}>`]);
    }
  });

  it("are identical for every attempt", () => {
    const make = () => makeEventMail(eventFacts(incident("incident.updated"), { threadId }));
    expect(make()).toEqual(make());
  });
});

describe("the text of an operator", () => {
  it("is rendered in HTML, and as plain lines in text", async () => {
    const { html, text } = await readMail(makeEventMail(eventFacts(incident("incident.updated"))));
    expect(html).toMatch(/The <strong>cause<\/strong> is known\.<\/p><ul [^>]*><li [^>]*>one<\/li>/);
    expect(html).toMatch(/<a [^>]*href="https:\/\/acme\.test\/post"[^>]*>here<\/a>/);
    expect(text).toContain("The cause is known.\n\n- one\n- two here (https://acme.test/post)\n");
  });

  it("lists twenty components at most", async () => {
    const components = Array.from({ length: 33 }, (_, id) => ({ id, name: `part-${id}-` }));
    const { html, text } = await readMail(
      makeEventMail(eventFacts(incident("incident.created", { components }))),
    );
    for (const form of [html, text]) {
      expect(form).toContain("part-19-, and 13 more");
      expect(form).not.toContain("part-20-");
    }
  });

  it("covers everything if the incident does", async () => {
    const everything = incident("incident.created", { pageWide: true, components: [] });
    const { text } = await readMail(makeEventMail(eventFacts(everything)));
    expect(text).toContain("Affects: Everything on this page\n");
  });

  it("can be missing: the email then has the incident's title", async () => {
    const mail = await readMail(makeEventMail(eventFacts(incident("incident.created", { updates: [] }))));
    expect(mail.text).toContain("Checkout is slow\nMarch 1, 2026 at 12:05 UTC\n\nView incident:\n");
    expect(mail.text).toMatch(/\n\nAffects:/);
  });
});
