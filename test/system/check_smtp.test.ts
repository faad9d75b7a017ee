import { describe, expect, it } from "vitest";
import { type FakeWish, startFakeSmtp } from "./fake_smtp.ts";
import { describeHostile } from "./hostile_servers.ts";
import { describeWith } from "./needs.ts";
import { itTellsARefusedConnection } from "./service_cases.ts";
import { AIOSMTPD, PYTHON, type SmtpPeer, type SmtpWish, startSmtp } from "./smtp_server.ts";
import { OPENSSL } from "./tls_peer.ts";
import { checkOf, useKeep, useProber, useServer, useTrust } from "./up/fixture.ts";

const PASSWORD = "correct-horse";
const WRONG_PASSWORD = "battery-staple";
const OWN = { user: "monitor", password: PASSWORD };

describeWith(
  PYTHON,
  AIOSMTPD,
  OPENSSL,
)("an smtp check", () => {
  const trust = useTrust();
  const untrusting = useProber();
  const servers = useServer(async () => {
    const wishes: Record<string, SmtpWish> = {
      none: { tls: "off" },
      starttls: { tls: "starttls", ...OWN },
      starttlsLogin: { tls: "starttls", ...OWN, auth: "LOGIN" },
      tls: { tls: "on", ...OWN },
      unknownLogin: { tls: "on", ...OWN, auth: "GSSAPI" },
      open: { tls: "off", ...OWN },
    };
    const started = new Map<string, SmtpPeer>();
    for (const [name, wish] of Object.entries(wishes)) {
      started.set(name, await startSmtp({ ...wish, ...trust.pairs.server }));
    }
    const stop = () => Promise.all([...started.values()].map((server) => server.stop()));
    return { started, stop };
  });

  const portOf = (name: string) => servers().started.get(name)!.port;
  const check = checkOf(trust, "smtp", (more) => ({ host: "localhost", ...more }));

  it.each<[string, string, object]>([
    ["without TLS", "none", { security: "none" }],
    ["by STARTTLS", "starttls", {}],
    ["with TLS from the start", "tls", { security: "tls" }],
  ])("is up %s", async (_, name, config) => {
    const answer = await check({ port: portOf(name), ...config });
    expect(answer.message).toBe(`Greeted in ${answer.responseMs} ms.`);
  });

  it.each<[string, string, object]>([
    ["by PLAIN under STARTTLS", "starttls", {}],
    ["by LOGIN under STARTTLS", "starttlsLogin", {}],
    ["by PLAIN under TLS", "tls", { security: "tls" }],
    ["by PLAIN on the same machine", "open", { security: "none" }],
  ])("signs in %s", async (_, name, config) => {
    expect((await check({ port: portOf(name), ...OWN, ...config })).message).toMatch(
      /^Logged in in \d+ ms\.$/,
    );
    const wrong = await check({ port: portOf(name), ...OWN, password: WRONG_PASSWORD, ...config });
    expect(wrong.message).toMatch(
      /^Log in: The server rejected the user and password \(535 [^)]*\): check them\.$/,
    );
    expect(JSON.stringify(wrong)).not.toContain(WRONG_PASSWORD);
  });

  it("reports a server with unsupported login methods", async () => {
    const answer = await check({ port: portOf("unknownLogin"), security: "tls", ...OWN });
    expect(answer.message).toBe(
      "Log in: The server doesn't support login by PLAIN or LOGIN here: check the port, or remove user and password.",
    );
  });

  itTellsARefusedConnection("localhost", check);

  it("does not log in without the configured TLS", async () => {
    const missing = await check({ port: portOf("open"), ...OWN });
    expect(missing.message).toBe(
      "Start TLS: The server doesn't support STARTTLS, so nothing more was sent: use a port with TLS from the start (tls), or none.",
    );
    const plain = await check({ port: portOf("starttls"), ...OWN, security: "tls" });
    expect(plain.message).toBe(
      "The server didn't respond with TLS: it greets like an email or FTP server, which may want STARTTLS first.",
    );
    for (const { steps } of [missing, plain]) {
      expect(steps.map(({ label }) => label)).not.toContain("Log in");
    }
  });

  it.each(["none", "starttls"])(
    "reports with %s that a silent server may expect TLS first",
    async (security) => {
      const { message } = await check({ port: portOf("tls"), security }, 1500);
      expect(message).toBe("No greeting (the server may expect TLS from the start: tls) within 1500 ms.");
    },
  );

  it.each(["starttls", "tls"])("reads the certificate with %s", async (security) => {
    const config = { host: "localhost", port: portOf(security), security, ...OWN };
    const request = { type: "smtp", config, timeoutMs: 30_000, shouldReadCertificate: true };
    const answer = await trust.check(request);
    expect(answer).toMatchObject({ status: "up", certificate: { subject: "CN=server", host: "localhost" } });
  });

  it("rejects an unknown certificate", async () => {
    const config = { host: "localhost", port: portOf("starttls"), ...OWN };
    const answer = await untrusting.check({ type: "smtp", config, timeoutMs: 30_000 });
    expect(answer.message).toMatch(/^The certificate of localhost is not trusted: /);
    expect(answer.steps.map(({ label }) => label)).not.toContain("Log in");
  });

  describeHostile(
    () => ({
      type: "smtp",
      config: { host: "127.0.0.1", port: portOf("open"), security: "none", ...OWN },
      secrets: [PASSWORD, btoa(PASSWORD), btoa(`\0monitor\0${PASSWORD}`)],
    }),
    // The check ends when it says QUIT, without the reply.
    { ofCheck: (answers) => answers.slice(0, -1) },
  );
});

describeWith(OPENSSL)("an smtp check of a simulated server", () => {
  const trust = useTrust();
  const keep = useKeep();

  async function checkFake(wish: FakeWish, timeoutMs = 30_000) {
    const server = await keep(startFakeSmtp({ tls: "starttls", pair: trust.pairs.server, ...wish }));
    const config = { host: "localhost", port: server.port, ...OWN };
    return { ...(await trust.check({ type: "smtp", config, timeoutMs })), received: server.received };
  }

  it("sends no secrets before TLS, and QUIT at the end", async () => {
    const { message, received } = await checkFake({});
    expect(message).toMatch(/^Logged in in /);
    expect(received.clear).toBe("EHLO localhost\r\nSTARTTLS\r\n");
    expect(received.encrypted).toBe(
      `EHLO localhost\r\nAUTH PLAIN ${btoa(`\0monitor\0${PASSWORD}`)}\r\nQUIT\r\n`,
    );
  });

  it.each<[string, FakeWish["answers"], string]>([
    [
      "that doesn't accept email",
      { connected: "554 Go away" },
      "Start TLS: The server doesn't accept email (554 Go away): check the server.",
    ],
    [
      "that rejects EHLO",
      { EHLO: "550 Who?" },
      "Start TLS: The server refused this client (550 Who?): check the server.",
    ],
    [
      "that rejects STARTTLS",
      { STARTTLS: "454 Not now" },
      "Start TLS: The server refused STARTTLS (454 Not now): check the server.",
    ],
    [
      "that sends data before TLS",
      { STARTTLS: "220 Go on\r\n250 mail.test" },
      "Start TLS: The server sent data before TLS started: the connection may be tampered with.",
    ],
    [
      "that repeats the password",
      { AUTH: (_, said) => `535 ${said} ${PASSWORD}` },
      "Log in: The server rejected the user and password (535 AUTH PLAIN [hidden] [hidden]): check them.",
    ],
  ])("reports a server %s", async (_, answers, message) => {
    expect((await checkFake({ answers: answers ?? {} })).message).toBe(message);
  });

  describe.each(["connected", "EHLO", "STARTTLS", "AUTH"] as const)("that fails at %s", (moment) => {
    it("is down when it closes the connection", async () => {
      const answer = await checkFake({
        answers: { [moment]: (socket: { destroy(): void }) => void socket.destroy() },
      });
      expect(answer.status).toBe("down");
      expect(answer.message).toMatch(/closed the connection|connection failed/);
    });

    it("times out when it is silent", async () => {
      const answer = await checkFake({ answers: { [moment]: () => undefined } }, 700);
      expect(answer.status).toBe("down");
      expect(answer.message).toMatch(/ within 700 ms\.$/);
    });
  });
});
