import { readFileSync } from "node:fs";
import { Connection, type ConnectionConfiguration, Request } from "tedious";
import { TDS_DATABASE, TDS_PASSWORD, TDS_USER } from "./tds_login.ts";

interface DriverWish {
  port: number;
  encrypt?: boolean | "strict";
  password?: string;
  database?: string;
  ca?: string;
}

export async function askWithTedious(query: string, wish: DriverWish): Promise<unknown[]> {
  const connection = new Connection(configOf(wish));
  connection.on("error", () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on("connect", (error) => (error ? reject(error) : resolve()));
      connection.connect();
    });
    return await new Promise<unknown[]>((resolve, reject) => {
      let row: unknown[] = [];
      const request = new Request(query, (error) => (error ? reject(error) : resolve(row)));
      request.on("row", (columns: { value: unknown }[]) => {
        row = columns.map(({ value }) => value);
      });
      connection.execSqlBatch(request);
    });
  } finally {
    connection.close();
  }
}

function configOf({
  port,
  encrypt = false,
  password = TDS_PASSWORD,
  ...wish
}: DriverWish): ConnectionConfiguration {
  return {
    server: "127.0.0.1",
    authentication: { type: "default", options: { userName: TDS_USER, password } },
    options: {
      port,
      encrypt: encrypt as boolean,
      database: wish.database ?? TDS_DATABASE,
      connectTimeout: 20_000,
      trustServerCertificate: false,
      serverName: "site.test",
      ...(wish.ca && { cryptoCredentialsDetails: { ca: readFileSync(wish.ca, "utf8") } }),
    },
  };
}
