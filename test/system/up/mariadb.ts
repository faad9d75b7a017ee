import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pair, Peer } from "../tls_peer.ts";
import { giveAway, makeServerFolder, runTool, startServer } from "./server_process.ts";

export const MARIADB = "/usr/sbin/mariadbd";
const INSTALL = "/usr/bin/mariadb-install-db";

export const PASSWORD = "s3cret-Passw0rd";

const SETUP = `
CREATE DATABASE shop;
CREATE TABLE shop.item (name VARCHAR(40), big LONGTEXT);
INSERT INTO shop.item VALUES ('kettle', REPEAT('x', 200000)), ('cup', ''), (NULL, '');
CREATE TABLE shop.private (n INT);
CREATE USER native@'%' IDENTIFIED VIA mysql_native_password USING PASSWORD('${PASSWORD}');
CREATE USER modern@'%' IDENTIFIED VIA ed25519 USING PASSWORD('${PASSWORD}');
CREATE USER either@'%' IDENTIFIED VIA ed25519 USING PASSWORD('other') OR mysql_native_password USING PASSWORD('${PASSWORD}');
CREATE USER secured@'%' IDENTIFIED VIA mysql_native_password USING PASSWORD('${PASSWORD}') REQUIRE SSL;
CREATE USER empty@'%' IDENTIFIED VIA mysql_native_password USING PASSWORD('');
CREATE USER socket@'%' IDENTIFIED VIA unix_socket;
GRANT SELECT, INSERT ON shop.item TO native@'%', modern@'%', either@'%', secured@'%', empty@'%';
`;

export async function startMariadb({ cert, key }: Pair): Promise<Peer> {
  const folder = makeServerFolder("mariadb");
  const data = join(folder, "data");
  runTool(INSTALL, [
    "--no-defaults",
    `--datadir=${data}`,
    `--tmpdir=${folder}`,
    "--skip-test-db",
    "--auth-root-authentication-method=normal",
  ]);
  const setup = join(folder, "setup.sql");
  // The server's own reader takes one statement a line.
  writeFileSync(setup, SETUP);
  copyFileSync(cert, join(folder, "server.crt"));
  copyFileSync(key, join(folder, "server.key"));
  giveAway(folder);
  return await startServer(MARIADB, {
    folder,
    args: (port) => [
      "--no-defaults",
      `--datadir=${data}`,
      `--tmpdir=${folder}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--socket=${join(folder, "socket")}`,
      `--init-file=${setup}`,
      `--ssl-cert=${join(folder, "server.crt")}`,
      `--ssl-key=${join(folder, "server.key")}`,
      "--plugin-load-add=auth_ed25519",
      "--skip-name-resolve",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-buffer-pool-size=8M",
    ],
  });
}
