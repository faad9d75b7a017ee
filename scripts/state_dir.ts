import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { FOLDERS } from "./runtime/config.ts";

const LOCK = "lock";
const HOLDER = "holder.json";
const FILES = [LOCK, HOLDER, "secret_key", "workerd.capnp", "workerd.pid"];
const TIMEOUT_MS = 10_000;
const RETRY_MS = 100;
const SQLITE_BUSY = 5;

interface Holder {
  pid: number;
  host: string;
  port: number;
}

/**
 * SQLite uses the kernel's record locks: they are freed when their process dies, however it dies, and hold
 * between containers, which share neither process ids nor sockets.
 */
export async function lockStateDir(stateDir: string, port: number): Promise<void> {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(stateDir, LOCK));
  const deadline = Date.now() + TIMEOUT_MS;
  let isWaiting = false;
  while (!tryLock(lock)) {
    if (!isWaiting)
      console.error(`${describeHolder(stateDir)}: waiting ${TIMEOUT_MS / 1000} s for it to end.`);
    isWaiting = true;
    if (Date.now() > deadline) {
      console.error(`${describeHolder(stateDir)}: stop it, or choose another folder with STATE_DIR.`);
      process.exit(1);
    }
    await wait(RETRY_MS);
  }
  // Referenced until exit: garbage collection would close it and free the lock.
  process.once("exit", () => lock.close());
  const holder: Holder = { pid: process.pid, host: hostname(), port };
  writeFileSync(join(stateDir, HOLDER), JSON.stringify(holder));
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Nothing is ever written, so no journal file is needed.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

function describeHolder(stateDir: string): string {
  const holder = readHolder(stateDir);
  const where = holder && holder.host !== hostname() ? ` of ${holder.host}` : "";
  const who = holder ? `process ${holder.pid}${where}, which serves port ${holder.port}` : "another process";
  return `STATE_DIR ${stateDir} is in use by ${who}`;
}

function readHolder(stateDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(stateDir, HOLDER), "utf8")) as Holder;
  } catch {
    return null;
  }
}

export function makePrivate(stateDir: string): void {
  try {
    chmodSync(stateDir, 0o700);
    for (const entry of readdirSync(stateDir, { withFileTypes: true })) {
      const path = join(stateDir, entry.name);
      if (FOLDERS.includes(entry.name)) closeBelow(path);
      else if (FILES.includes(entry.name)) chmodSync(path, 0o600);
    }
  } catch (error) {
    console.error(`STATE_DIR ${stateDir} can't be made private to its owner: ${(error as Error).message}`);
  }
}

function closeBelow(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o700);
    else if (entry.isFile()) chmodSync(path, 0o600);
  }
}
