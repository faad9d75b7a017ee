import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SmtpServer } from "../../src/notify/mail.ts";
import { type FakeSmtp, type FakeWish, startFakeSmtp } from "./fake_smtp.ts";
import { startHttp } from "./http_peer.ts";
import type { MailOrder, MailOutcome } from "./mail_worker.ts";
import { makeCertificate, makeFolder, type Pair, removeFolder } from "./tls_peer.ts";
import { startWorker, type WorkerRuntime } from "./worker_runtime.ts";

const LOGIN = { user: "news", password: "hunter2-hunter2" };
const FORMS = [LOGIN.password, btoa(LOGIN.password), btoa(`\0${LOGIN.user}\0${LOGIN.password}`)];
const MOMENTS = ["connected", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "end"] as const;
/** Reaches this machine without a loopback name. */
const OUTSIDE = "0.0.0.0";
/** More than the buffers in between hold without being read. */
const MOST_POURED = 32 * 1024 * 1024;

let folder: string;
let pair: Pair;
let worker: WorkerRuntime;
const peers: FakeSmtp[] = [];

beforeAll(async () => {
  folder = makeFolder();
  const authority = makeCertificate(folder, { name: "authority", isAuthority: true });
  const names = "DNS:localhost,IP:127.0.0.1,IP:0.0.0.0";
  pair = makeCertificate(folder, { name: "site", names, issuer: authority });
  worker = await startWorker("mail_worker.ts", { trusts: authority.cert });
});

afterEach(async () => {
  for (const { received, stop } of peers.splice(0)) {
    await stop();
    for (const form of FORMS) expect(received.clear).not.toContain(form);
  }
});

afterAll(async () => {
  await worker?.stop();
  removeFolder(folder);
});

async function start(wish: FakeWish): Promise<FakeSmtp> {
  const peer = await startFakeSmtp({ pair, ...wish });
  peers.push(peer);
  return peer;
}

interface Sending extends Partial<SmtpServer> {
  timeoutMs?: number;
  clock?: string;
}

/** The default timeout is far longer than a send takes. */
async function send({ timeoutMs = 50_000, clock, ...server }: Sending): Promise<MailOutcome> {
  const order: MailOrder = {
    server: {
      host: OUTSIDE,
      port: 0,
      secure: false,
      ...LOGIN,
      from: { address: "status@site.test", name: "Status" },
      ...server,
    },
    mail: { messageId: "1@site.test", to: ["ann@example.com"], subject: "Down", text: "Down", html: "Down" },
    now: 0,
    clientName: "site.test",
    timeoutMs,
    clock,
  };
  const outcome = await worker.ask<MailOutcome>(order);
  for (const form of FORMS) expect(outcome.fault?.message ?? "").not.toContain(form);
  return outcome;
}

const close = (socket: Socket) => {
  socket.destroy();
  return undefined;
};
const end = (socket: Socket) => {
  socket.end();
  return undefined;
};
const ignore = () => undefined;
const pour = (text: string, poured: { bytes: number }) => (socket: Socket) => {
  const more = () => {
    while (!socket.destroyed && socket.write(text)) poured.bytes += text.length;
    socket.once("drain", more);
  };
  more();
  return undefined;
};

const SECURED = [
  { tls: "on", secure: true },
  { tls: "starttls", secure: false },
] as const;

describe("sendMail with a well-behaved server", () => {
  it.each(SECURED)("sends the login under TLS ($tls)", async ({ tls, secure }) => {
    const { port, received } = await start({ tls });
    expect((await send({ port, secure })).fault).toBeNull();
    expect(received.encrypted).toContain(`AUTH PLAIN ${FORMS[2]}\r\nMAIL FROM:<status@site.test>\r\n`);
    expect(received.encrypted).toMatch(/\r\n\.\r\nQUIT\r\n$/);
    expect(received.clear).toBe(secure ? "" : "EHLO site.test\r\nSTARTTLS\r\n");
  });

  it("does not wait for the reply to QUIT", async () => {
    const { port } = await start({ tls: "on", answers: { QUIT: ignore } });
    expect(await send({ port, secure: true })).toEqual({ fault: null, isTimeUp: false });
  });
});

describe("sendMail with a server that closes the connection", () => {
  const places = SECURED.flatMap((how) => MOMENTS.map((moment) => ({ ...how, moment })));
  it.each(places)("returns a fault: $moment ($tls)", async ({ tls, secure, moment }) => {
    for (const how of [close, end]) {
      const { port } = await start({ tls, answers: { [moment]: how } });
      const { fault, isTimeUp } = await send({ port, secure });
      expect(fault?.isPermanent).toBe(false);
      expect(fault?.message).toMatch(/closed the connection while |^No TLS connection/);
      expect(fault?.message.startsWith("The email may have arrived")).toBe(moment === "end");
      expect(isTimeUp).toBe(false);
    }
  });

  it("returns a fault when the server closes before TLS or instead of it", async () => {
    const promise = (socket: Socket) => {
      socket.end("220 Go on\r\n");
      return undefined;
    };
    for (const STARTTLS of [close, promise]) {
      const { port } = await start({ tls: "starttls", answers: { STARTTLS } });
      const { fault } = await send({ port });
      expect(fault?.message).toMatch(/closed the connection while starting TLS|^No TLS connection/);
    }
  });

  it("returns a fault when nothing listens", async () => {
    const { port, stop } = await start({});
    await stop();
    const { fault } = await send({ port });
    expect(fault?.isPermanent).toBe(false);
    expect(fault?.message).toMatch(/^No connection to 0\.0\.0\.0:\d+: refused/);
  });
});

describe("sendMail with a silent server", () => {
  it.each(MOMENTS)("times out: %s", async (moment) => {
    const silent = Promise.withResolvers<void>();
    const clock = await startHttp((_, response) => void silent.promise.then(() => response.end()));
    const { port } = await start({ tls: "on", answers: { [moment]: () => void silent.resolve() } });
    const { fault, isTimeUp } = await send({ port, secure: true, clock: clock.origin });
    await clock.stop();
    expect(fault?.isPermanent).toBe(false);
    expect(fault?.message).toMatch(/[Tt]imed out while /);
    expect(fault?.message.startsWith("The email may have arrived")).toBe(moment === "end");
    expect(isTimeUp).toBe(true);
  });

  it("times out when the TLS handshake is not answered", async () => {
    // The server reads the TLS hello as a command and waits for the rest.
    const { port } = await start({ answers: { EHLO: "250-mail.test\r\n250 STARTTLS" } });
    for (const secure of [false, true]) {
      const { fault } = await send({ port, secure, timeoutMs: 300 });
      expect(fault?.message).toMatch(/Timed out while |^No TLS connection/);
    }
  });
});

describe("sendMail with a server that withholds TLS", () => {
  it("sends no login when STARTTLS is not offered", async () => {
    const { port, received } = await start({});
    const { fault } = await send({ port });
    expect(fault).toEqual({
      message:
        "0.0.0.0 doesn't support TLS (STARTTLS), so the user and password weren't sent: use a port with TLS, or remove the login.",
      isPermanent: true,
    });
    expect(received.clear).toBe("EHLO site.test\r\n");
  });

  it.each(["454 Not now", "502 Never heard of it", "250 OK"])(
    "sends nothing after the reply %s",
    async (answer) => {
      const { port, received } = await start({ tls: "starttls", answers: { STARTTLS: answer } });
      const { fault } = await send({ port });
      expect(fault?.message).toBe(`0.0.0.0 refused to start TLS: ${answer}`);
      expect(fault?.isPermanent).toBe(answer.startsWith("5"));
      expect(received.clear).toBe("EHLO site.test\r\nSTARTTLS\r\n");
    },
  );

  it("sends no login when EHLO is rejected, and no HELO instead", async () => {
    const { port, received } = await start({ answers: { EHLO: "502 What?" } });
    expect((await send({ port })).fault?.isPermanent).toBe(true);
    expect(received.clear).toBe("EHLO site.test\r\n");
  });

  it("sends HELO to an old server when there is no login", async () => {
    const { port, received } = await start({ answers: { EHLO: "502 What?" } });
    expect((await send({ port, user: "", password: "" })).fault).toBeNull();
    expect(received.clear).toMatch(/^EHLO site\.test\r\nHELO site\.test\r\nMAIL FROM/);
  });

  it("rejects data sent before TLS", async () => {
    const STARTTLS = "220 Go on\r\n250-mail.test\r\n250 AUTH PLAIN\r\n235 Welcome";
    const { port, received } = await start({ tls: "starttls", answers: { STARTTLS } });
    const { fault } = await send({ port });
    expect(fault?.message).toMatch(/sent data before TLS started/);
    expect(received.encrypted).toBe("");
  });

  it("rejects data sent shortly after STARTTLS", async () => {
    const STARTTLS = (socket: Socket) => {
      socket.setNoDelay(true);
      socket.write("220 Go on\r\n");
      setImmediate(() => socket.write("250-mail.test\r\n250 AUTH PLAIN\r\n235 Welcome\r\n"));
      return undefined;
    };
    const { port, received } = await start({ tls: "starttls", answers: { STARTTLS } });
    const { fault } = await send({ port, timeoutMs: 500 });
    expect(fault?.message).toMatch(/^No TLS connection|sent data|imed out/);
    expect(received.encrypted).toBe("");
    expect(received.clear).not.toContain("AUTH");
  });
});

describe("sendMail to the same machine", () => {
  it("signs in without TLS", async () => {
    const { port, received } = await start({});
    expect((await send({ host: "127.0.0.1", port })).fault).toBeNull();
    expect(received.clear).toContain(`AUTH PLAIN ${FORMS[2]}\r\n`);
    received.clear = "";
  });
});

describe("sendMail with a server that never stops sending", () => {
  const floods = ["x".repeat(16_384), "250-x\r\n".repeat(2000), "250 x\r\n".repeat(2000)];
  const places = floods.flatMap((text, kind) =>
    (["connected", "EHLO", "AUTH", "RCPT", "end"] as const).map((moment) => ({ kind, text, moment })),
  );
  it.each(places)("reads only a little: flood $kind at $moment", async ({ text, moment }) => {
    const poured = { bytes: 0 };
    const { port } = await start({ tls: "on", answers: { [moment]: pour(text, poured) } });
    const { fault, isTimeUp } = await send({ port, secure: true });
    // The client accepts an endless run of short replies until they no longer fit.
    if (!text.startsWith("250 ")) expect(fault?.message).toMatch(/too long|more than the|isn't SMTP|: 250/);
    expect(isTimeUp).toBe(false);
    expect(poured.bytes).toBeLessThan(MOST_POURED);
  });

  it("reads only a little of a reply with a million lines", async () => {
    const { port } = await start({
      tls: "on",
      answers: { EHLO: `${"250-x\r\n".repeat(1_000_000)}250 AUTH PLAIN` },
    });
    const { fault } = await send({ port, secure: true });
    expect(fault?.message).toBe(
      `0.0.0.0:${port} sent an invalid response while introducing this client. The reply is too long.`,
    );
  });
});

describe("sendMail with a server that rejects commands", () => {
  const places = MOMENTS.flatMap((moment) =>
    (["451", "550", "421"] as const).map((code) => ({ moment, code })),
  );
  it.each(places)("reports the reply: $code at $moment", async ({ moment, code }) => {
    const words = `${code} 4.7.1 \u001b[1mNo\u0007 thanks`;
    const { port } = await start({ tls: "on", answers: { [moment]: words } });
    const { fault } = await send({ port, secure: true });
    expect(fault?.message).toContain(`: ${code} 4.7.1 [1mNo thanks`);
    expect(fault?.message.startsWith("The email may")).toBe(false);
    expect(fault?.isPermanent).toBe(code === "550");
  });

  it.each<[string, (said: string) => string]>([
    ["in a reply", (said) => `535 You said ${said}, that is ${atob(said.slice(11))}`],
    ["outside a reply", (said) => `You said ${said}, that is ${atob(said.slice(11))}`],
  ])("hides a password that the server repeats %s", async (_, echo) => {
    const { port } = await start({ tls: "on", answers: { AUTH: (_socket, said) => echo(said) } });
    const { fault } = await send({ port, secure: true });
    expect(fault?.message).toContain("You said AUTH PLAIN [hidden], that is");
  });

  it("reports a reply that is out of place", async () => {
    const { port } = await start({ tls: "on", answers: { DATA: "250 OK" } });
    const { fault } = await send({ port, secure: true });
    expect(fault).toEqual({ message: "The mail server refused the email: 250 OK", isPermanent: false });
  });
});
