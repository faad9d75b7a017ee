import { z } from "zod";
import { text } from "./limits.ts";
import { host, port as portNumber, secretText, vaultReference } from "./monitor_config.ts";
import { account, caCert, checkAuthority, tlsMode } from "./wire_config.ts";

const FIELDS_ONLY = { "x-shownWhen": { mode: ["fields"] } };

interface DatabaseOptions {
  port: number;
  query: { title?: string; description: string; default: string };
  example: string;
}

/** Fields or a connection string; the string comes from a vault only. */
export function databaseConfig({ port, query, example }: DatabaseOptions) {
  const { description, default: usual, title = "Query" } = query;
  const fields = {
    mode: z
      .enum(["fields", "connectionString"], "Use fields or connectionString.")
      .default("fields")
      .meta({
        title: "Mode",
        description: `A connection string is the whole address, such as ${example}.`,
        "x-labels": { fields: "Fields", connectionString: "Connection string from a vault" },
      }),
    host: host.optional().meta({ title: "Host", ...FIELDS_ONLY }),
    port: portNumber.default(port).meta({ title: "Port", ...FIELDS_ONLY }),
    database: text(500, "The database must be text.")
      .default("")
      .meta({ title: "Database", ...FIELDS_ONLY }),
    user: account.user.meta({ title: "User", ...FIELDS_ONLY }),
    password: account.password.meta({ ...account.password.meta(), ...FIELDS_ONLY }),
    vault: vaultReference.optional(),
    query: text(10_000, "The query must be text.").default(usual).meta({ title, description }),
    expectedResult: text(4000, "The expected result must be text.").default("").meta({
      title: "Expected result",
      description:
        "Compared as text with the first value of the result. Any other value is degraded. Leave empty to accept any.",
    }),
    tls: tlsMode.default("off"),
    caCert,
  };
  const connectionString = secretText.optional();

  const config = z.object(fields).superRefine((given, context) => {
    checkAuthority(given, context);
    checkPlace(given, context);
    if (given.mode === "connectionString" && !given.vault) {
      const message = "The connection string must come from a vault: choose a secret.";
      context.addIssue({ code: "custom", path: ["vault"], message });
    }
  });
  const filled = z.object({ ...fields, connectionString }).superRefine(checkPlace);
  return { config, filled };
}

interface DatabasePlace {
  mode: "fields" | "connectionString";
  host?: string | undefined;
}

function checkPlace({ mode, host: name }: DatabasePlace, context: z.RefinementCtx): void {
  if (mode === "connectionString" || name) return;
  context.addIssue({ code: "custom", path: ["host"], message: "Enter a host name or an IP address." });
}

export type DatabaseConfig = z.output<ReturnType<typeof databaseConfig>["filled"]>;
