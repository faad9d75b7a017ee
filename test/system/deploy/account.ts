import { DatabaseSync } from "node:sqlite";

export interface Binding {
  type: string;
  name: string;
  [field: string]: unknown;
}

export interface Script {
  bindings: Binding[];
  modules: string[];
  sources: Map<string, string>;
  main: string;
  compatibility: { date: string; flags: string[] };
  classes: Set<string>;
  migrationTag: string | null;
  versions: string[];
  deployments: string[];
  schedules: string[];
  workersDev: boolean;
  previews: boolean;
  assets: number;
}

interface Consumer {
  consumer_id: string;
  script: string;
  settings: Record<string, unknown>;
}

export interface Queue {
  queue_id: string;
  queue_name: string;
  consumers: Consumer[];
}

export interface Account {
  id: string;
  name: string;
  others: { id: string; name: string }[];
  subdomain: string | null;
  zones: { id: string; name: string; status: string }[];
  dnsRecords: string[];
  databases: Map<string, { name: string; sqlite: DatabaseSync }>;
  buckets: Set<string>;
  queues: Queue[];
  scripts: Map<string, Script>;
  domains: Map<string, string>;
  manifest: Map<string, string>;
  files: Map<string, Buffer>;
  hasR2: boolean;
  limits: { databases: number; queues: number; scripts: number; crons: number };
}

export function freshAccount(): Account {
  return {
    id: "0123456789abcdef0123456789abcdef",
    name: "Acme",
    others: [],
    subdomain: "acme",
    zones: [],
    dnsRecords: [],
    databases: new Map(),
    buckets: new Set(),
    queues: [],
    scripts: new Map(),
    domains: new Map(),
    manifest: new Map(),
    files: new Map(),
    hasR2: true,
    limits: { databases: 10, queues: 10_000, scripts: 100, crons: 5 },
  };
}

export function freshScript(): Script {
  return {
    bindings: [],
    modules: [],
    sources: new Map(),
    main: "",
    compatibility: { date: "", flags: [] },
    classes: new Set(),
    migrationTag: null,
    versions: [],
    deployments: [],
    schedules: [],
    workersDev: false,
    previews: false,
    assets: 0,
  };
}

export function addDatabase(account: Account, name: string): { id: string; sqlite: DatabaseSync } {
  const id = crypto.randomUUID();
  const sqlite = new DatabaseSync(":memory:");
  account.databases.set(id, { name, sqlite });
  return { id, sqlite };
}

export function addQueue(account: Account, name: string): Queue {
  const queue = { queue_id: crypto.randomUUID().replaceAll("-", ""), queue_name: name, consumers: [] };
  account.queues.push(queue);
  return queue;
}

export class Refused extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Asked {
  account: Account;
  parts: string[];
  query: URLSearchParams;
  json: () => Promise<Record<string, unknown>>;
  form: () => Promise<FormData>;
}

export type Answer = { result: unknown; info?: Record<string, number> };

export interface Route {
  method: string;
  path: RegExp;
  answer: (asked: Asked) => Answer | Promise<Answer>;
}
