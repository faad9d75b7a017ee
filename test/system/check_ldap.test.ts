import { expect, it } from "vitest";
import { describeHostile } from "./hostile_servers.ts";
import { describeWith } from "./needs.ts";
import { findWarnedCertificate, itSpeaksTls, itTellsARefusedConnection } from "./service_cases.ts";
import { OPENSSL } from "./tls_peer.ts";
import { checkOf, useProber, useServer, useTrust } from "./up/fixture.ts";
import { SLAPD, startSlapd } from "./up/slapd.ts";

const BIND_DN = "cn=monitor,dc=test";
const PASSWORD = "correct-horse";
const WRONG_PASSWORD = "battery-staple";
const BARE_PASSWORD = "purple-monkey";

describeWith(SLAPD, OPENSSL)("an ldap check", () => {
  const own = { bindDn: BIND_DN, password: PASSWORD };
  const trust = useTrust();
  const untrusting = useProber();
  const server = useServer(() => startSlapd(trust, own));
  const strict = useServer(() =>
    startSlapd(trust, { ...own, lines: ["disallow bind_anon", "security simple_bind=128"] }),
  );
  const bare = useServer(() =>
    startSlapd(trust, { bindDn: BIND_DN, password: BARE_PASSWORD, hasTls: false }),
  );
  const check = checkOf(trust, "ldap", (more) => ({ host: "localhost", port: server().port, ...more }));

  it("is up with the right password, and anonymously", async () => {
    const answer = await check(own);
    expect(answer.message).toBe(`Logged in in ${answer.responseMs} ms.`);
    expect((await check({})).message).toMatch(/^Logged in anonymously in \d+ ms\.$/);
  });

  it.each<[object, () => number, RegExp]>([
    [
      { ...own, password: WRONG_PASSWORD },
      () => server().port,
      /^Log in: The server refused \(49 invalidCredentials\): check the bind DN and password\.$/,
    ],
    [{ ...own, bindDn: "cn=nobody,dc=test" }, () => server().port, /49 invalidCredentials/],
    [
      { ...own, bindDn: "monitor" },
      () => server().port,
      /34 invalidDNSyntax, "invalid DN"\): use a bind DN such as /,
    ],
    [own, () => strict().port, /13 confidentialityRequired, "[^"]*"\): it requires TLS: set tls to on/],
    [
      {},
      () => strict().port,
      /^Log in anonymously: The server refused \(48 inappropriateAuthentication, "[^"]*"\): it doesn't allow anonymous login/,
    ],
  ])("is down with %j", async (config, port, message) => {
    const answer = await check({ ...config, port: port() });
    expect(answer.message).toMatch(message);
    expect(answer).toMatchObject({ status: "down", responseMs: null });
    expect(JSON.stringify(answer)).not.toContain(WRONG_PASSWORD);
  });

  itTellsARefusedConnection("localhost", check);

  it.each<[string, string, string]>([
    [
      "another protocol",
      "485454502f312e31",
      "Log in: The server violated the LDAP protocol: its response can't be read.",
    ],
    [
      "a server that is shutting down",
      "301a 020100 7815 0a0134 0400 040e 676f696e6720646f776e206e6f77",
      'Log in: The server refused (52 unavailable, "going down now"): it is unavailable.',
    ],
    ["an excessive length", "30847fffffff", "its response can't be read."],
    ["an indefinite length", "3080020101", "its response can't be read."],
    ["a response to another request", "300c020107 6107 0a0100 0400 0400", "its response can't be read."],
  ])("reports %s", async (_, answer, message) => {
    expect(await findWarnedCertificate((port) => check({ port, ...own }), answer)).toContain(message);
  });

  itSpeaksTls("speaks TLS from the start", {
    trust,
    check: (tls) => check({ ...own, port: strict().tlsPort, ...tls }),
    told: /^Logged in in /,
  });

  itSpeaksTls("speaks TLS through StartTLS", {
    trust,
    check: (tls) => check({ ...own, port: strict().port, ...tls }),
    told: /^Logged in in /,
  });

  it.each([
    ["from the start", () => server().tlsPort],
    ["by StartTLS", () => server().port],
  ])("reads the certificate of TLS %s", async (_, port) => {
    const config = { host: "localhost", port: port(), ...own, tls: "on" };
    const request = { type: "ldap", config, timeoutMs: 30_000, shouldReadCertificate: true };
    const answer = await trust.check(request);
    expect(answer).toMatchObject({ status: "up", certificate: { subject: "CN=server", host: "localhost" } });
  });

  it("does not log in without the configured TLS", async () => {
    const answer = await check({ ...own, password: BARE_PASSWORD, port: bare().port, tls: "on" });
    expect(answer.message).toMatch(
      /^Start TLS: The server doesn't support StartTLS \(2 protocolError, "[^"]*"\), so nothing was sent: use a port with TLS from the start/,
    );
    expect(answer.steps.map(({ label }) => label)).not.toContain("Log in");
    expect((await check({ ...own, port: server().tlsPort })).message).toMatch(
      /^Log in: The server .*TLS.* port/,
    );
  });

  it("rejects an unknown certificate with TLS and with StartTLS", async () => {
    const config = { host: "localhost", ...own, tls: "on" };
    for (const port of [server().tlsPort, server().port]) {
      const { message, steps } = await untrusting.check({
        type: "ldap",
        config: { ...config, port },
        timeoutMs: 30_000,
      });
      expect(message).toMatch(/^The certificate of localhost is not trusted: /);
      const labels = steps.map(({ label }) => label);
      expect(labels.includes("Start TLS")).toBe(port === server().port);
    }
  });

  describeHostile(() => ({
    type: "ldap",
    config: { host: "127.0.0.1", port: server().port, ...own },
    secrets: [PASSWORD],
  }));
});
