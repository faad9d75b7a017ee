import { copyFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pair, Peer } from "../tls_peer.ts";
import { giveAway, makeServerFolder, runTool, startServer } from "./server_process.ts";

const VERSIONS = "/usr/lib/postgresql";
const [version = "15"] = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
const BIN = `${VERSIONS}/${version}/bin`;

export const POSTGRES = `${BIN}/postgres`;

const HBA = `
hostssl all secured all scram-sha-256
host all reader,crowded all scram-sha-256
host all old all md5
host all clear all password
host all kerberos all gss
host all anybody all trust
`;

export const PASSWORD = "s3cret-Passw0rd";

const ROLES = `
SET password_encryption = 'scram-sha-256';
CREATE ROLE reader LOGIN PASSWORD '${PASSWORD}';
CREATE ROLE secured LOGIN PASSWORD '${PASSWORD}';
CREATE ROLE clear LOGIN PASSWORD '${PASSWORD}';
CREATE ROLE crowded LOGIN PASSWORD '${PASSWORD}' CONNECTION LIMIT 0;
CREATE ROLE kerberos LOGIN;
CREATE ROLE anybody LOGIN;
SET password_encryption = 'md5';
CREATE ROLE old LOGIN PASSWORD '${PASSWORD}';
CREATE TABLE private AS SELECT 1;
CREATE TABLE item AS SELECT 'kettle' AS name;
GRANT SELECT, INSERT ON item TO PUBLIC;
`;

export async function startPostgresql(pair?: Pair): Promise<Peer> {
  const folder = makeServerFolder("postgresql");
  const data = join(folder, "data");
  runTool(`${BIN}/initdb`, [
    "-D",
    data,
    "-U",
    "admin",
    "--auth=reject",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  // Each statement of single-user mode ends with its line.
  const statements = ROLES.trim().replaceAll(/;\n/g, ";\n\n");
  runTool(POSTGRES, ["--single", "-j", "-D", data, "postgres"], `${statements}\n\n`);
  writeFileSync(join(data, "pg_hba.conf"), HBA);
  if (pair) {
    copyFileSync(pair.cert, join(data, "server.crt"));
    copyFileSync(pair.key, join(data, "server.key"));
    giveAway(data);
  }
  const settings = ["listen_addresses=127.0.0.1", "fsync=off", "shared_buffers=16MB", "max_connections=30"];
  // Shared memory lies in its folder, so killing it leaves nothing behind.
  settings.push("dynamic_shared_memory_type=mmap");
  if (pair) settings.push("ssl=on");
  return await startServer(POSTGRES, {
    folder,
    saysReady: "database system is ready to accept connections",
    args: (port) => ["-D", data, "-p", `${port}`, "-k", folder, ...settings.flatMap((each) => ["-c", each])],
  });
}
