import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./start/product.ts";

export const OPENSSL = "/usr/bin/openssl";
export const NGINX = "/usr/sbin/nginx";

export interface Pair {
  cert: string;
  key: string;
}

export interface CertificateWish {
  key?: readonly string[];
  names?: string;
  validity?: readonly [string, string];
  issuer?: Pair;
  isAuthority?: boolean;
}

export const RSA_KEY = ["rsa:2048"] as const;
export const P256_KEY = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"] as const;
export const P384_KEY = ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"] as const;
export const P521_KEY = ["ec", "-pkeyopt", "ec_paramgen_curve:P-521"] as const;
export const ED25519_KEY = ["ed25519"] as const;

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "uptide-tls-"));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export function makeCertificate(folder: string, { name, ...wish }: CertificateWish & { name: string }): Pair {
  const { key = P256_KEY, names = "DNS:site.test", validity, issuer, isAuthority = false } = wish;
  const pair = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const request = join(folder, `${name}.csr`);
  const settings = join(folder, `${name}.cnf`);
  writeFileSync(
    settings,
    `[req]\ndistinguished_name=dn\nprompt=no\n[dn]\nCN=${name}\n` +
      `[ca]\ndefault_ca=own\n[own]\ndatabase=${settings}.db\nnew_certs_dir=${folder}\nrand_serial=yes\n` +
      "default_md=default\npolicy=any\nunique_subject=no\n[any]\ncommonName=supplied\n" +
      `[ext]\nsubjectAltName=${names}\nbasicConstraints=CA:${isAuthority ? "TRUE" : "FALSE"}\n`,
  );
  writeFileSync(`${settings}.db`, "");
  const ask = ["req", "-new", "-nodes", "-config", settings, "-keyout", pair.key, "-out", request];
  run([...ask, "-newkey", ...key]);
  const signer = issuer
    ? ["-cert", issuer.cert, "-keyfile", issuer.key]
    : ["-selfsign", "-keyfile", pair.key];
  const when = validity ? ["-startdate", validity[0], "-enddate", validity[1]] : ["-days", "365"];
  const sign = ["ca", "-batch", "-notext", "-config", settings, "-extensions", "ext"];
  run([...sign, ...signer, ...when, "-in", request, "-out", pair.cert]);
  return pair;
}

function run(args: readonly string[]): void {
  execFileSync(OPENSSL, args, { stdio: ["ignore", "ignore", "pipe"] });
}

export interface Peer {
  port: number;
  stop(): Promise<void>;
}

export async function startOpenssl(args: readonly string[]): Promise<Peer> {
  const port = await freePort();
  return startProcess(OPENSSL, {
    args: ["s_server", "-accept", `127.0.0.1:${port}`, "-quiet", ...args],
    port,
  });
}

export async function startNginx(folder: string, servers: (port: number) => string): Promise<Peer> {
  const port = await freePort();
  const settings = join(folder, `nginx-${port}.conf`);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join("\n");
  writeFileSync(
    settings,
    `daemon off; master_process off; pid ${folder}/nginx-${port}.pid; error_log ${folder}/nginx-${port}.log;\n` +
      `events {}\nhttp {\naccess_log off;\n${paths}\n${servers(port)}\n}\n`,
  );
  return startProcess(NGINX, {
    args: ["-p", folder, "-c", settings, "-e", `${folder}/nginx-${port}.log`],
    port,
  });
}

interface ProcessWish {
  args: readonly string[];
  port: number;
  env?: Readonly<Record<string, string>>;
  saysReady?: string;
}

export async function startProcess(
  tool: string,
  { args, port, env = {}, saysReady = "" }: ProcessWish,
): Promise<Peer> {
  // A process group, so ending it ends its children too.
  const child = spawn(tool, args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let said = "";
  const ready = Promise.withResolvers<void>();
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
    if (said.includes(saysReady)) ready.resolve();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    await waitForPort(port, child);
    if (saysReady) await Promise.race([ready.promise, ended]);
    if (child.exitCode !== null) throw new Error("It has ended.");
  } catch (cause) {
    throw new Error(`${tool} ${args.join(" ")} did not start: ${said}`, { cause });
  }
  return {
    port,
    async stop() {
      if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 4000 && child.exitCode === null; tries++) {
    if (await canConnect(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

export async function startTcp(serve: (socket: Socket) => void): Promise<Peer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port.");
  return {
    port: address.port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
