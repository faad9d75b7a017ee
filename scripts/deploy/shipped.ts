import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "../build.ts";

interface Database {
  binding: string;
  database_name: string;
  database_id?: string;
}

interface Consumer {
  queue: string;
  max_batch_size: number;
  max_batch_timeout: number;
  max_retries: number;
}

export interface Shipped {
  name: string;
  compatibility_date: string;
  compatibility_flags: string[];
  account_id?: string;
  vars: Record<string, string>;
  d1_databases: Database[];
  r2_buckets: { binding: string; bucket_name: string }[];
  queues: {
    producers: { binding: string; queue: string }[];
    consumers: Consumer[];
  };
  durable_objects: { bindings: { name: string; class_name: string }[] };
  migrations: { tag: string; new_sqlite_classes?: string[] }[];
  ratelimits: { name: string; namespace_id: string; simple: { limit: number; period: 10 | 60 } }[];
  assets: { directory: string; binding: string; [setting: string]: unknown };
  triggers: { crons: string[] };
  [other: string]: unknown;
}

/** A value that differs from these was changed in wrangler.toml on purpose. */
export const SHIPPED_VARIABLES: Readonly<Record<string, string>> = {
  PUBLIC_URL: "",
  SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "false",
  PUSH_CONTACT: "",
  UPDATE_CHECK: "true",
  UPDATE_URL: "",
  LOG_LEVEL: "info",
};

export function readShipped(): Shipped {
  return parse(readFileSync(join(ROOT, "wrangler.toml"), "utf8")) as unknown as Shipped;
}

export function listMigrations(): string[] {
  return readdirSync(join(ROOT, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort();
}
