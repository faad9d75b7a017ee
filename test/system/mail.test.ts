import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Mail, SmtpServer } from "../../src/notify/mail.ts";
import type { MailOrder, MailOutcome } from "./mail_worker.ts";
import { describeWith } from "./needs.ts";
import { AIOSMTPD, PYTHON, type SmtpPeer, type SmtpWish, startSmtp } from "./smtp_server.ts";
import { makeCertificate, makeFolder, OPENSSL, type Pair, removeFolder } from "./tls_peer.ts";
import { startWorker, type WorkerRuntime } from "./worker_runtime.ts";

const NOW = Date.UTC(2026, 7, 15, 9, 5, 7);
const LOGIN = { user: "news@site.test", password: "pass wörd :)" };
const MAIL: Mail = {
  messageId: "alert-1@site.test",
  to: ["ann@example.com"],
  subject: "Shop is down",
  text: "Shop is down.",
  html: "<p>Shop is <b>down</b>.</p>",
};

let folder: string;
let trusted: Pair;
let unknown: Pair;
let worker: WorkerRuntime;
const peers: SmtpPeer[] = [];

const describeMail = describeWith(PYTHON, AIOSMTPD, OPENSSL);

beforeAll(async () => {
  folder = makeFolder();
  const authority = makeCertificate(folder, { name: "authority", isAuthority: true });
  const names = "DNS:localhost,IP:127.0.0.1";
  trusted = makeCertificate(folder, { name: "trusted", names, issuer: authority });
  unknown = makeCertificate(folder, { name: "unknown", names });
  worker = await startWorker("mail_worker.ts", { trusts: authority.cert });
});

afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.stop();
});

afterAll(async () => {
  await worker?.stop();
  removeFolder(folder);
});

async function start(wish: SmtpWish): Promise<SmtpPeer> {
  const peer = await startSmtp({ ...trusted, ...wish });
  peers.push(peer);
  return peer;
}

function send(
  { timeoutMs = 5000, ...server }: Partial<SmtpServer> & { timeoutMs?: number },
  mail: Partial<Mail> = {},
): Promise<MailOutcome> {
  const order: MailOrder = {
    server: {
      host: "localhost",
      port: 0,
      secure: false,
      user: "",
      password: "",
      from: { address: "status@site.test", name: "Status" },
      ...server,
    },
    mail: { ...MAIL, ...mail },
    now: NOW,
    clientName: "status.site.test",
    timeoutMs,
  };
  return worker.ask<MailOutcome>(order);
}

describeMail("sendMail in workerd with a real server", () => {
  it("sends an email without TLS when the server has none and no login is set", async () => {
    const { port, received } = await start({ tls: "off" });
    expect(await send({ port })).toMatchObject({ fault: null });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      client: "status.site.test",
      isEncrypted: false,
      user: null,
      sender: "status@site.test",
      senderOptions: [],
      receivers: ["ann@example.com"],
      defects: [],
      bareBreaks: 0,
      headers: {
        From: "Status <status@site.test>",
        To: "ann@example.com",
        Subject: "Shop is down",
        Date: "Sat, 15 Aug 2026 09:05:07 +0000",
        "Message-ID": "<alert-1@site.test>",
        "Auto-Submitted": "auto-generated",
      },
    });
    expect(received[0]!.text.trim()).toBe(MAIL.text);
    expect(received[0]!.html.trim()).toBe(MAIL.html);
  });

  it.each([
    ["starttls", "PLAIN LOGIN", "PLAIN"],
    ["starttls", "LOGIN", "LOGIN"],
    ["on", "LOGIN PLAIN", "PLAIN"],
    ["on", "LOGIN", "LOGIN"],
  ] as const)("signs in with TLS (%s) to a server that supports %s", async (tls, auth, used) => {
    const { port, received } = await start({ tls, auth, ...LOGIN });
    expect(await send({ port, secure: tls === "on", ...LOGIN })).toMatchObject({ fault: null });
    expect(received[0]).toMatchObject({ isEncrypted: true, user: `${used} ${LOGIN.user}` });
  });

  it("uses STARTTLS when offered, even without a login", async () => {
    const { port, received } = await start({ tls: "starttls" });
    expect(await send({ port, host: "127.0.0.1" })).toMatchObject({ fault: null });
    expect(received[0]!.isEncrypted).toBe(true);
  });

  it("reports a wrong password without repeating it", async () => {
    const { port, received } = await start({ tls: "starttls", ...LOGIN });
    const { fault } = await send({ port, ...LOGIN, password: "guess" });
    expect(fault).toEqual({
      message: "localhost refused the login: 535 5.7.8 Authentication credentials invalid",
      isPermanent: true,
    });
    expect(received).toEqual([]);
  });

  it("hides vault values that a refusal repeats", async () => {
    const { port } = await start({ tls: "starttls", ...LOGIN });
    const { fault } = await send({
      port,
      user: "credentials",
      password: "guess",
      hidden: ["credentials", ""],
    });
    expect(fault?.message).toContain("535 5.7.8 Authentication [hidden] invalid");
  });

  it.each(["starttls", "on"] as const)("rejects an untrusted certificate (%s)", async (tls) => {
    const { port, received } = await start({ tls, ...LOGIN, ...unknown });
    const { fault } = await send({ port, secure: tls === "on", ...LOGIN });
    expect(fault?.message).toMatch(/^No TLS connection to localhost:\d+: .* certificate is not trusted/);
    expect(received).toEqual([]);
  });

  it("preserves every character of subject, names and bodies", async () => {
    const subject = `Störung: ${"Größe 😀 ".repeat(40)}— Ende`;
    const text = `.\r\n..\n.dot\n\nFrom here  \n${"ä".repeat(1000)}\r${"x".repeat(3000)}\t\nEnd = fin`;
    const html = `<p>${"日本語".repeat(500)}</p>`;
    const from = { address: "status@site.test", name: 'Müller "Ops", Köln' };
    const { port, received } = await start({ tls: "off" });
    expect(await send({ port, from }, { subject, text, html })).toMatchObject({ fault: null });
    const got = received[0]!;
    expect(got.headers["Subject"]).toBe(subject);
    expect(got.headers["From"]).toContain("Müller");
    expect(got.text.replaceAll("\r\n", "\n").trimEnd()).toBe(text.replaceAll(/\r\n|\r/g, "\n"));
    expect(got.html.trim()).toBe(html);
    expect(got).toMatchObject({ defects: [], bareBreaks: 0 });
    expect(got.longest).toBeLessThanOrEqual(76);
  });

  it("explains the silence of a server that expects TLS from the start", async () => {
    const { port } = await start({ tls: "on" });
    const { fault } = await send({ port, timeoutMs: 300 });
    expect(fault).toEqual({
      message:
        "Timed out while waiting for the greeting; " +
        `the server may expect TLS from the start (localhost:${port}).`,
      isPermanent: false,
    });
  });

  it("keeps lines with only dots", async () => {
    const { port, received } = await start({ tls: "off" });
    await send({ port }, { text: ".\n..\nplain text\n.\nmore" });
    expect(received[0]!.text.replaceAll("\r\n", "\n").trimEnd()).toBe(".\n..\nplain text\n.\nmore");
  });

  it("lets no subject, name or address inject a header or command", async () => {
    const { port, received } = await start({ tls: "off" });
    const evil = "x\r\nBcc: eve@example.com\r\n\r\nboo";
    const from = { address: "status@site.test", name: evil };
    const to = ["ann@example.com", `bob@example.com>\r\nRCPT TO:<eve@example.com`, "a@b.c\nd@e.f"];
    const { fault } = await send({ port, from }, { subject: evil, to });
    expect(fault?.isPermanent).toBe(true);
    expect(fault?.message).toMatch(/^The email reached only ann@example\.com\. Refused: "bob/);
    expect(received[0]!.receivers).toEqual(["ann@example.com"]);
    expect(received[0]!.names).toEqual([
      ...["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type"],
    ]);
    expect(received[0]!.text.trim()).toBe(MAIL.text);
  });

  it("rejects an extra header with a line break, and sends a valid one", async () => {
    const { port, received } = await start({ tls: "off" });
    const bad = await send({ port }, { headers: { "X-One": "1\r\nX-Two: 2" } });
    expect(bad.fault).toEqual({
      message: "The email header X-One contains a control character.",
      isPermanent: true,
    });
    await send({ port }, { headers: { "List-Unsubscribe": "<https://status.site.test/#subscription=abc>" } });
    expect(received).toHaveLength(1);
    expect(received[0]!.headers["List-Unsubscribe"]).toBe("<https://status.site.test/#subscription=abc>");
  });

  it("sends to the accepted recipients, and reports the others", async () => {
    const { port, received } = await start({ tls: "off" });
    const to = ["ann@example.com", "gone@example.com", "later@example.com", "bob@example.com"];
    expect((await send({ port }, { to })).fault).toEqual({
      message:
        "The email reached only ann@example.com, bob@example.com. Refused: " +
        "gone@example.com: 550 5.1.1 No such mailbox; later@example.com: 451 4.7.1 Come back later",
      isPermanent: true,
    });
    expect(received[0]!.receivers).toEqual(["ann@example.com", "bob@example.com"]);
  });

  it("returns a temporary fault when a recipient may accept later, else a permanent one", async () => {
    const { port, received } = await start({ tls: "off" });
    const later = await send({ port }, { to: ["later@example.com", "gone@example.com"] });
    expect(later.fault?.isPermanent).toBe(false);
    const gone = await send({ port }, { to: ["gone@example.com"] });
    expect(gone.fault?.isPermanent).toBe(true);
    expect(received).toEqual([]);
  });

  it("writes domains in ASCII, and non-ASCII local parts only for servers that support them", async () => {
    const modern = await start({ tls: "off" });
    const to = ["ann@bücher.example", "jürgen@bücher.example"];
    expect((await send({ port: modern.port }, { to })).fault).toBeNull();
    expect(modern.received[0]!.receivers).toEqual([
      "ann@xn--bcher-kva.example",
      "jürgen@xn--bcher-kva.example",
    ]);
    expect(modern.received[0]!.senderOptions).toEqual(["SMTPUTF8"]);
    const old = await start({ tls: "off", utf8: false });
    const { fault } = await send({ port: old.port }, { to });
    expect(fault?.isPermanent).toBe(true);
    expect(fault?.message).toMatch(/doesn't support non-ASCII letters before the @/);
    expect(old.received[0]!.receivers).toEqual(["ann@xn--bcher-kva.example"]);
  });
});
