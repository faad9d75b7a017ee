import { describe, expect, it } from "vitest";
import type { Mail } from "../../src/notify/mail.ts";
import { formatMail, parseMailAddress, stuffDots } from "../../src/notify/mime.ts";
import { SendFault } from "../../src/notify/send_fault.ts";

const MAIL: Mail = {
  messageId: "alert-1@site.test",
  to: ["ann@example.com", "bob@example.com"],
  subject: "Shop is down",
  text: "Shop is down.",
  html: "<p>Down</p>",
};

function format(change: Partial<Mail> = {}, fromName = "Status"): string {
  const mail = { ...MAIL, ...change };
  const to = mail.to.map((text) => parseMailAddress(text)!);
  const from = parseMailAddress("status@site.test")!;
  return formatMail(mail, { from, fromName, to, now: Date.UTC(2026, 0, 2, 3, 4, 5) });
}

describe("formatMail", () => {
  it("writes a complete message", () => {
    expect(format({ headers: { "List-Id": "<status.site.test>" } }).split("\r\n")).toEqual([
      "From: Status",
      " <status@site.test>",
      "To: ann@example.com,",
      " bob@example.com",
      "Subject: Shop is down",
      "Date: Fri, 02 Jan 2026 03:04:05 +0000",
      "Message-ID: <alert-1@site.test>",
      "Auto-Submitted: auto-generated",
      "List-Id: <status.site.test>",
      "MIME-Version: 1.0",
      "Content-Type: multipart/alternative;",
      ' boundary="=_alert1sitetest"',
      "",
      "--=_alert1sitetest",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Shop is down.",
      "",
      "--=_alert1sitetest",
      "Content-Type: text/html; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "<p>Down</p>",
      "",
      "--=_alert1sitetest--",
      "",
    ]);
  });

  it("omits the brackets of a sender without a name", () => {
    expect(format({}, " ")).toMatch(/^From: status@site\.test\r\nTo/);
  });

  it("keeps its parts separate whatever their text", () => {
    const text = "--=_alert1sitetest--\r\n\r\n--=_alert1sitetest";
    expect(format({ text }).match(/^--=_alert1sitetest(--)?$/gm)).toHaveLength(3);
  });

  it.each<[string, Partial<Mail>]>([
    ["a line break in a header", { headers: { "X-One": "a\nb" } }],
    ["a line break in the name of a header", { headers: { "X-One:\r\nX-Two": "a" } }],
    ["a header that the email sets itself", { headers: { subject: "a" } }],
    ["a header that is too long for a line", { headers: { "X-One": "a".repeat(1000) } }],
    ["a message id with a bracket", { messageId: "a>b@site.test" }],
    ["a message id with a line break", { messageId: "a\r\nb@site.test" }],
  ])("rejects %s", (_, change) => {
    expect(() => format(change)).toThrow(SendFault);
  });
});

describe("stuffDots", () => {
  it("doubles dots at the start of a line only", () => {
    const stuffed = new TextDecoder().decode(stuffDots(".\r\na.b\r\n..\r\n.c\r\n"));
    expect(stuffed).toBe("..\r\na.b\r\n...\r\n..c\r\n");
  });
});

describe("parseMailAddress", () => {
  it.each([
    ["ann@example.com", "ann@example.com", false],
    ["Ann.B+tag@EXAMPLE.com", "Ann.B+tag@example.com", false],
    ["ann@bücher.example", "ann@xn--bcher-kva.example", false],
    ["jürgen@example.com", "jürgen@example.com", true],
    ["root@localhost", "root@localhost", false],
  ])("parses %s", (text, address, isInternational) => {
    expect(parseMailAddress(text)).toEqual({ text: address, isInternational });
  });

  it.each([
    "",
    "ann",
    "@example.com",
    "ann@",
    "ann@exa mple.com",
    "ann@example.com\r\nRCPT TO:<eve@example.com>",
    "ann\r\n@example.com",
    "ann\u2028b@example.com",
    "<ann@example.com>",
    "ann@example.com>",
    "a@b@example.com",
    "ann..b@example.com",
    "ann@[127.0.0.1]",
    "ann@127.0.0.1",
    "ann@ex%41mple.com",
    "ann@example.com:25",
    `${"a".repeat(65)}@example.com`,
    `ann@${"a.".repeat(126)}example.com`,
  ])("rejects %j", (text) => {
    expect(parseMailAddress(text)).toBeNull();
  });
});
