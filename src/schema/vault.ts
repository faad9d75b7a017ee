import { z } from "zod";
import { isProtected } from "../lib/loopback.ts";
import { id, line } from "./common.ts";
import { trimmedText } from "./limits.ts";
import { key } from "./monitor.ts";
import { secretText } from "./monitor_config.ts";
import { VAULT_KINDS, VAULT_SECRET_TYPES } from "./vault_secret.ts";
import { versioned, versionRead } from "./version.ts";

/** Shown for a reference to something deleted; names must not look like it. */
export const DELETED_NAME = /^\(deleted (vault|secret) \d+\)$/;

const name = line(200).refine(
  (text) => !DELETED_NAME.test(text),
  "This name is reserved for deleted items: choose another.",
);

const secret = secretText
  .min(1, "Enter it, or keep the mask.")
  .meta({ format: "password", writeOnly: true, description: "Masked in responses." });

const address = trimmedText(500)
  .refine(
    isVaultAddress,
    "Use an https address without a query, such as https://vault.example.com:8200; http works on a loopback host only.",
  )
  .transform((text) => text.replace(/\/+$/, ""));

const place = trimmedText(500)
  .transform((text) => text.replace(/^\/+|\/+$/g, ""))
  .refine(
    (text) => text.split("/").every((part) => /^[^\p{Cc}]+$/u.test(part) && part !== "." && part !== ".."),
    "Separate parts with /, such as team/database.",
  );

const namespace = trimmedText(500).regex(/^[\x21-\x7e]*$/, "Use plain characters without spaces.");

export const hashicorpSettings = z.object({
  address,
  mount: place.default("secret"),
  namespace: namespace.default(""),
  auth: z.discriminatedUnion(
    "method",
    [
      z.object({ method: z.literal("token"), token: secret }),
      z.object({ method: z.literal("approle"), roleId: line(500), secretId: secret }),
    ],
    { error: "Use token or approle as method." },
  ),
});
export type HashicorpSettings = z.output<typeof hashicorpSettings>;

export const localSettings = z.object({});

export const agentSettings = z.object({ agentKey: key });

export const newVault = z.discriminatedUnion(
  "kind",
  [
    z.object({ name, kind: z.literal("local"), settings: localSettings.default({}) }),
    z.object({ name, kind: z.literal("hashicorp"), settings: hashicorpSettings }),
    z.object({ name, kind: z.literal("agent"), settings: agentSettings }),
  ],
  { error: "Use local, hashicorp or agent." },
);
export type NewVault = z.output<typeof newVault>;

export const vaultChange = z.object({
  ...versionRead,
  name: name.optional(),
  kind: z.enum(VAULT_KINDS).optional().meta({ description: "Can't change." }),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "Replaced entirely. A mask keeps a stored secret if the address stays the same." }),
});
export type VaultChange = z.output<typeof vaultChange>;

export const vault = z
  .object({
    id,
    ...versioned,
    name: z.string(),
    kind: z.enum(VAULT_KINDS),
    settings: z.record(z.string(), z.unknown()).meta({
      description:
        "Empty for `local`, `agentKey` for `agent`. For `hashicorp`, as saved, with secrets masked.",
    }),
  })
  .meta({ id: "Vault" });
export type Vault = z.output<typeof vault>;

export const vaultTestResponse = z.object({ ok: z.literal(true) });

const secretType = z.enum(VAULT_SECRET_TYPES, "Use userpass, value or json.");

export const vaultSecretWrite = z.object({
  name,
  type: secretType,
  values: z.record(z.string(), secretText).optional().meta({
    writeOnly: true,
    description:
      "For a local vault: user and password, value, or any names for json. When updating, a mask keeps a value; omit the field to keep all values.",
  }),
  path: place.optional().meta({ description: "For a HashiCorp vault: the path below its mount." }),
});
export type VaultSecretWrite = z.output<typeof vaultSecretWrite>;

export const vaultSecretChange = vaultSecretWrite.extend(versionRead);
export type VaultSecretChange = z.output<typeof vaultSecretChange>;

export const vaultSecret = z
  .object({
    id,
    ...versioned,
    name: z.string(),
    type: secretType,
    fields: z.array(z.string()).meta({
      description:
        "Field names. Empty if unknown: a HashiCorp secret that couldn't be read yet, or an agent's secret with custom names.",
    }),
    path: z.string().optional().meta({ description: "For a HashiCorp vault." }),
  })
  .meta({ id: "VaultSecret" });
export type VaultSecret = z.output<typeof vaultSecret>;

export const vaultReferences = z.array(
  z.object({
    id,
    name: z.string(),
    agentKey: z.string().optional().meta({ description: "Only monitors checked by this agent can use it." }),
    secrets: z.array(z.object({ id, name: z.string(), type: secretType, fields: z.array(z.string()) })),
  }),
);

function isVaultAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isProtected(url) && !/[?#]/.test(text) && url.username === "" && url.password === "";
}
