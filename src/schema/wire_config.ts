import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { text } from "./limits.ts";
import { secretText, vaultReference } from "./monitor_config.ts";

export const TLS_MODES = ["off", "on", "verify-none", "ca"] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export const TLS_LABELS = {
  off: "Off",
  on: "On, publicly trusted",
  "verify-none": "On, unverified",
  ca: "On, with your own CA",
} satisfies Record<TlsMode, string>;

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

export const tlsMode = z.enum(TLS_MODES, "Use off, on, verify-none or ca.").meta({
  title: "TLS",
  description: "How the connection is encrypted. Without verification, it can be intercepted.",
  "x-labels": TLS_LABELS,
});

export const caCert = text(64_000, "The authority's certificate must be text.")
  .optional()
  .meta({
    title: "CA certificate",
    description: "One or more CA certificates in PEM format.",
    contentMediaType: "application/x-pem-file",
    "x-shownWhen": { tls: ["ca"] },
  });

export interface PortPair {
  plain: number;
  secured: number;
}

export function choosePort(
  { port, tls }: { port?: number | undefined; tls: TlsMode },
  { plain, secured }: PortPair,
): number {
  return port ?? (tls === "off" ? plain : secured);
}

interface TlsSettings {
  tls?: TlsMode | undefined;
  caCert?: string | undefined;
}

/** For `superRefine`: an authority must be present and readable when required, and is never silently ignored. */
export function checkAuthority({ tls, caCert: pem = "" }: TlsSettings, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["caCert"], message });
  if (tls !== "ca") {
    if (pem.trim() !== "")
      refuse("A CA certificate is used only with TLS set to ca: set TLS to ca, or leave this empty.");
    return;
  }
  const certificates = parseAuthorities(pem);
  if (certificates === null)
    refuse("Paste the authority's certificate in PEM format, starting with -----BEGIN CERTIFICATE-----.");
}

export function parseAuthorities(pem: string): Uint8Array[] | null {
  try {
    const all = pem.match(PEM) ?? [];
    return all.length === 0 ? null : all.map((one) => new Uint8Array(new X509Certificate(one).raw));
  } catch {
    return null;
  }
}

const user = text(500, "The user name must be text.").default("").meta({ title: "User" });

const password = secretText.default("").meta({ title: "Password", format: "password", writeOnly: true });

export const account = { user, password, vault: vaultReference.optional() };
