import { describe, expect, it } from "vitest";
import { makeNotice } from "../../src/notify/subscriber_mail/notice.ts";
import { NOTICE_KINDS, type NoticeKind } from "../../src/schema/subscriber.ts";
import { MANAGE, noticeFacts, readMail, textsIn, UNSUBSCRIBE } from "./subscriber_mails.ts";

const CONFIRM = "https://status.test/#subscription=confirm_Token-3";
const WEBHOOK = "https://hooks.example.com:8443/in/s3cret?key=s3cret";

const SUBJECTS: Record<NoticeKind, Record<"en" | "pl", string>> = {
  confirm: { en: "Confirm your subscription", pl: "Potwierdź subskrypcję" },
  welcome: { en: "You’re subscribed", pl: "Subskrypcja jest aktywna" },
  reminder: { en: "You’re already subscribed", pl: "Ta subskrypcja już istnieje" },
  failing: { en: "We couldn’t reach you", pl: "Nie możemy dostarczyć powiadomień" },
  paused: { en: "Your subscription is paused", pl: "Twoja subskrypcja jest wstrzymana" },
};

describe.each(NOTICE_KINDS)("the notice %s", (kind) => {
  it.each(["en", "pl"] as const)("states its purpose in text and HTML, in %s", async (locale) => {
    const mail = await readMail(makeNotice(kind, noticeFacts({ locale })));
    expect(mail.subject).toBe(`[Acme Status] ${SUBJECTS[kind][locale]}`);
    expect(mail.html).toContain(`<html lang="${locale}">`);
    const texts = textsIn(locale);
    const sentence = texts[`mail.${kind}.email`]!.replace("{page}", "Acme Status");
    for (const words of [sentence, texts[`mail.${kind}.button`]!, texts[`mail.${kind}.hint`]!, MANAGE])
      for (const form of [mail.text, mail.html]) expect(form).toContain(words);
    expect(`${mail.text}${mail.html}`).not.toMatch(/\bmail\.\w|\{(?:page|host|email)\}/);
  });

  it("shows a webhook's host, and hides the rest of its address", async () => {
    const { html, text } = await readMail(makeNotice(kind, noticeFacts({ webhookUrl: WEBHOOK })));
    for (const form of [html, text]) {
      expect(form).toContain("webhook at hooks.example.com:8443");
      expect(form).not.toContain("s3cret");
    }
  });

  it("starts its own thread, and is identical for every attempt", async () => {
    const facts = noticeFacts({ messageId: "notice-9@status.test" });
    const mail = await readMail(makeNotice(kind, facts));
    expect(mail.messageId).toBe("<notice-9@status.test>");
    expect([mail.header("References"), mail.header("In-Reply-To")]).toEqual([null, null]);
    expect(makeNotice(kind, facts)).toEqual(makeNotice(kind, facts));
  });
});

describe("a confirmation", () => {
  it("links only to its own address and the page, since the subscription isn't active yet", async () => {
    const mail = await readMail(makeNotice("confirm", noticeFacts({ actionUrl: CONFIRM })));
    const links = [...mail.html!.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(new Set(links)).toEqual(new Set([CONFIRM, "https://status.test/"]));
    expect(mail.text).toContain(`\n${CONFIRM}\n`);
    expect([mail.header("List-Unsubscribe"), mail.header("List-Unsubscribe-Post")]).toEqual([null, null]);
    expect(`${mail.html}${mail.text}`).not.toContain("token=");
    expect(mail.text).not.toContain("You’re getting this email because");
  });
});

describe("every other notice", () => {
  it.each(["welcome", "reminder", "failing", "paused"] as const)(
    "can end the subscription: %s",
    async (kind) => {
      const mail = await readMail(makeNotice(kind, noticeFacts()));
      expect(mail.header("List-Unsubscribe")).toBe(`<${UNSUBSCRIBE}>`);
      expect(mail.header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
      expect(mail.text).toContain(`Manage or unsubscribe: ${MANAGE}`);
      expect(mail.text).toContain("because ann@example.com is subscribed to Acme Status.");
    },
  );

  it.each([
    ["failing", true],
    ["paused", true],
    ["welcome", false],
  ] as const)("shows the last error if delivery is failing: %s", async (kind, isSaid) => {
    const lastError = `The server <b>answered</b> 503.${" Long.".repeat(100)}`;
    const { html, text } = await readMail(makeNotice(kind, noticeFacts({ webhookUrl: WEBHOOK, lastError })));
    expect(text!.includes("Last error: The server <b>answered</b> 503.")).toBe(isSaid);
    expect(html!.includes("The server &lt;b&gt;answered&lt;/b&gt; 503.")).toBe(isSaid);
    expect(text!.split("Long.").length).toBeLessThan(60);
  });
});
