import { fromBase64 } from "./bytes.ts";

export function findBasicLogin(header: string): { user: string; password: string } | null {
  const [, encoded] = /^\s*basic\s+(\S+)\s*$/i.exec(header) ?? [];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  if (!bytes) return null;
  const login = new TextDecoder().decode(bytes);
  const colon = login.indexOf(":");
  return { user: login.slice(0, Math.max(0, colon)), password: login.slice(colon + 1) };
}
