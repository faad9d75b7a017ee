import type { Config } from "../../lib/config.ts";

interface QuickCheck {
  type: string;
  config: Config;
  shouldReadCertificate?: boolean;
}

/** A request that opens no second connection and reads no body while its target is up. */
export function isQuickCheck({ type, config, shouldReadCertificate = false }: QuickCheck): boolean {
  const { url, auth, keyword = "", assertions = [], certExpiry } = config;
  if (type !== "https" || keyword !== "" || (assertions as unknown[]).length > 0) return false;
  const signIn = (auth as { type?: string } | undefined)?.type ?? "none";
  if (signIn === "oauth2" || signIn === "cas") return false;
  const isSecured = !String(url).startsWith("http:");
  const hasWarnings = (certExpiry as { enabled?: boolean } | undefined)?.enabled ?? true;
  return !(shouldReadCertificate && isSecured && hasWarnings);
}
