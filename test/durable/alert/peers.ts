import { existsSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import type { TestProject } from "vitest/node";
import { startFakeSmtp } from "../../system/fake_smtp.ts";
import { type HttpPeer, startHttp } from "../../system/http_peer.ts";
import { makePushReceiver, openVapid, type PushReceiver } from "../../system/push_receiver.ts";
import { makeCertificate, makeFolder, OPENSSL, removeFolder } from "../../system/tls_peer.ts";

export interface Wired {
  path: string;
  body: string;
  method?: string;
  headers?: Record<string, unknown>;
}

declare module "vitest" {
  interface ProvidedContext {
    peers: {
      /**
       * Paths below /target return 200, or 500 after a request to /fail. A path below /own returns 500 between a PUT and
       * a DELETE. /received lists all requests to other paths, and emails as the path /mail.
       */
      origin: string;
      smtpPort: number;
      /** A second server, whose emails are at the path /visitor-mail. */
      visitorSmtpPort: number;
      /** Serves a certificate for site.test that expires in five days. Null without openssl. */
      tlsPort: number | null;
      /** Decrypted pushes are at the path /push/…. Below /push/gone the subscription is unknown. */
      pushKeys: { p256dh: string; auth: string };
    };
  }
}

const DAY_MS = 86_400_000;

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const received: Wired[] = [];
  const browser = makePushReceiver();
  const web = await startWeb(received, browser);
  const smtp = await startMail(received, "/mail");
  const visitors = await startMail(received, "/visitor-mail", makeTable());
  const secure = await startSecure();
  provide("peers", {
    origin: web.origin,
    smtpPort: smtp.port,
    visitorSmtpPort: visitors.port,
    tlsPort: secure?.port ?? null,
    pushKeys: browser.keys,
  });
  return async () => {
    await Promise.all([web.stop(), smtp.stop(), visitors.stop(), secure?.stop()]);
  };
}

function startWeb(received: Wired[], browser: PushReceiver): Promise<HttpPeer> {
  let isFailing = false;
  const broken = new Set<string>();
  return startHttp((_request, response, { url, body, bytes, method, headers }) => {
    if (url.startsWith("/target")) response.writeHead(isFailing ? 500 : 200).end("target");
    else if (url.startsWith("/own/")) {
      if (method === "PUT") broken.add(url);
      if (method === "DELETE") broken.delete(url);
      response.writeHead(method === "GET" && broken.has(url) ? 500 : 200).end("own");
    } else if (url === "/received") response.end(JSON.stringify(received));
    else if (url === "/fail" || url === "/work") {
      isFailing = url === "/fail";
      response.end();
    } else if (url === "/refuse" || url.startsWith("/push/busy")) response.writeHead(503).end();
    else if (url.startsWith("/push/gone")) response.writeHead(410).end();
    else if (url.startsWith("/push/")) {
      const { key: _, ...claims } = openVapid(String(headers["authorization"]));
      received.push({ path: url, body: browser.open(bytes), method, headers: { ...headers, claims } });
      response.writeHead(201).end();
    } else {
      received.push({ path: url, body, method, headers });
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":true,"status":1}');
    }
  });
}

async function startMail(received: Wired[], path: string, hold = (_socket: Socket, _mail: string) => false) {
  return await startFakeSmtp({
    answers: {
      end: (socket, said) => {
        // ASCII goes as quoted-printable, which breaks lines with a trailing =.
        const body = said.replaceAll("=\r\n", "");
        received.push({ path, body });
        return hold(socket, body) ? undefined : "250 Taken";
      },
    },
  });
}

/** Emails with "all three together" are accepted once three have arrived on separate connections. */
function makeTable(): (socket: Socket, mail: string) => boolean {
  const waiting = new Set<Socket>();
  return (socket, mail) => {
    if (!mail.includes("all three together")) return false;
    waiting.add(socket);
    if (waiting.size === 3) for (const one of waiting) one.write("250 Taken\r\n");
    if (waiting.size === 3) waiting.clear();
    return true;
  };
}

async function startSecure(): Promise<{ port: number; stop(): Promise<void> } | null> {
  if (!existsSync(OPENSSL)) {
    if (process.env["CI"] === "true") throw new Error(`This has to be installed on CI: ${OPENSSL}`);
    return null;
  }
  const folder = makeFolder();
  const ends = [Date.now() - DAY_MS, Date.now() + 5.5 * DAY_MS].map(
    (at) => `${new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, "")}`,
  );
  const pair = makeCertificate(folder, { name: "site", validity: [ends[0] ?? "", ends[1] ?? ""] });
  const server = createServer({ cert: readFileSync(pair.cert), key: readFileSync(pair.key) }, (socket) =>
    socket.on("error", () => undefined).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server has a port.");
  return {
    port: address.port,
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      removeFolder(folder);
    },
  };
}
