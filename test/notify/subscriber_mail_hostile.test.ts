import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMail, parseMailAddress } from "../../src/notify/mime.ts";
import { makeEventMail } from "../../src/notify/subscriber_mail/event.ts";
import { makeNotice } from "../../src/notify/subscriber_mail/notice.ts";
import {
  AT,
  eventFacts,
  incident,
  maintenance,
  noticeFacts,
  readMail,
  SITE,
  textsIn,
  UPDATE,
} from "./subscriber_mails.ts";

const LOGO = "https://status.test/uploads/logo.png";
const PIECES = [
  ...[
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'onload='x",
    "</style><h1>",
    "<!--",
    "]]>",
  ],
  ...[
    "\r\nBcc: eve@evil.test",
    "\n",
    "\0",
    "\u2028",
    "\u202e",
    "=?utf-8?q?x?=",
    "&lt;b&gt;",
    "{page}",
    "😀",
    "-- \n",
  ],
  ...["javascript:alert(1)", "url(https://evil.test/x)", "<![endif]-->", "ą", " ", "%0d%0a", "\ud800"],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary" })), { maxLength: 6 })
  .map((parts) => parts.join(""));

function skeleton(html: string): string[] {
  return [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
}

function makeWith(text: string, markdown = "Told.") {
  const site = { ...SITE, name: text, wordmark: text, logoUrl: LOGO };
  const texts = Object.fromEntries(Object.keys(textsIn("en")).map((key) => [key, text]));
  const update = { ...UPDATE, body: markdown };
  const components = [{ id: 1, name: text }];
  return [
    makeEventMail(
      eventFacts(incident("incident.updated", { title: text, update, components }), { site, texts }),
    ),
    makeEventMail(
      eventFacts(maintenance("rescheduled", { name: text, description: markdown, components }), {
        site,
        texts,
      }),
    ),
    makeNotice(
      "failing",
      noticeFacts({ site, texts, webhookUrl: `https://h.test/${text}`, lastError: text }),
    ),
  ];
}

describe("any text from users", () => {
  it("is escaped in the HTML", () => {
    const harmless = makeWith("x").map(({ html }) => skeleton(html));
    fc.assert(
      fc.property(hostile, (text) => {
        expect(makeWith(`x${text}`).map(({ html }) => skeleton(html))).toEqual(harmless);
      }),
      { numRuns: 150 },
    );
  });

  it("becomes a short subject on one line, and no header", async () => {
    const mails = PIECES.flatMap((piece) => makeWith(`Long ${piece} `.repeat(30)));
    for (const mail of mails) {
      const read = await readMail(mail);
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(mail.subject.length).toBeLessThanOrEqual(150);
      expect(mail.subject).toMatch(/…$/);
      expect(read.subject).toBe(mail.subject.toWellFormed());
      expect(read.headers.map(({ key }) => key)).not.toContain("bcc");
      expect(read.to).toHaveLength(1);
    }
  });

  it("can always be sent", () => {
    const from = parseMailAddress("status@acme.test")!;
    const to = [parseMailAddress("ann@example.com")!];
    fc.assert(
      fc.property(hostile, hostile, (text, markdown) => {
        for (const mail of makeWith(text, markdown))
          expect(formatMail(mail, { from, fromName: text, to, now: AT })).toMatch(/^[\t\x20-\x7e\r\n]*$/);
      }),
      { numRuns: 100 },
    );
  });

  it("loads and runs nothing external, even in Markdown", () => {
    const markdown = [
      "![picture](https://evil.test/pixel.png) [click](javascript:alert(1)) <img src=https://evil.test/a.png>",
      "<style>@import url(https://evil.test/b.css)</style>",
      '[label](https://good.test/?a=1&b="onmouseover=alert(1))',
    ].join("\n\n");
    for (const { html } of makeWith("x", markdown)) {
      const fetched = [...html.matchAll(/<(?!a )[^>]*\s(?:src|href|srcset|background)="([^"]*)"/g)].map(
        ([, url]) => url,
      );
      expect(fetched).toEqual([LOGO]);
      const markup = [...html.matchAll(/<[^>]*>|<style>.*?<\/style>/gs)].join("");
      expect(markup).not.toMatch(/javascript:|url\(|@import|<script|<link|<iframe|\son\w+=/);
    }
  });
});
