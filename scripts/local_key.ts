import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function openLocalKey(stateDir: string): string {
  const found = readLocalKey(stateDir);
  if (found) return found;
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const key = randomBytes(32).toString("base64");
  writeFileSync(keyFileOf(stateDir), key, { mode: 0o600 });
  return key;
}

export function readLocalKey(stateDir: string): string | null {
  try {
    return readFileSync(keyFileOf(stateDir), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export function keyFileOf(stateDir: string): string {
  return join(stateDir, "secret_key");
}
