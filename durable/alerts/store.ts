import type { DeliveryChange } from "../../src/domain/alert/delivery.ts";
import type { AlertKind, AlertMessage } from "../../src/domain/alert/message.ts";
import type { Outage } from "../../src/domain/alert/outage.ts";
import type { Chain } from "../../src/domain/on_call/chain.ts";
import type { Span } from "../../src/domain/uptime/uptime.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import type { ChannelFacts } from "../../src/objects/alerts.ts";
import { Outbox } from "../outbox.ts";
import { upgradeStorage } from "../storage_version.ts";
import { ITEM_UPGRADES, STEPS } from "./tables.ts";

/** Rate caps look back a day at most; events older than this are not offered again. */
const REMEMBERED_MS = 3 * DAY_MS;

export interface Group {
  kind: AlertKind;
  closesAt: number;
}

interface Member {
  eventId: string;
  monitorId: number | null;
  heldUntil: number;
  message: AlertMessage;
}

export class AlertStore {
  readonly #storage: DurableObjectStorage;
  readonly outbox: Outbox<DeliveryChange>;

  constructor(storage: DurableObjectStorage) {
    upgradeStorage(storage, STEPS);
    this.#storage = storage;
    this.outbox = new Outbox(storage.sql, { upgrades: ITEM_UPGRADES });
  }

  inTransaction(write: () => void): void {
    this.#storage.transactionSync(write);
  }

  channel(): ChannelFacts | null {
    const row = this.#rows<{ facts: string }>("SELECT facts FROM channel")[0];
    return row ? (JSON.parse(row.facts) as ChannelFacts) : null;
  }

  saveChannel(facts: ChannelFacts): void {
    const text = JSON.stringify(facts);
    this.#run(
      "INSERT INTO channel (id, facts) VALUES (0, ?1) ON CONFLICT (id) DO UPDATE SET facts = ?1 WHERE facts <> ?1",
      text,
    );
  }

  forgetAll(): void {
    for (const table of ["channel", "events", "groups", "members", "held", "outages", "chains", "outbox"])
      this.#run(`DELETE FROM ${table}`);
  }

  hasEvent(id: string): boolean {
    return this.#rows("SELECT 1 FROM events WHERE id = ?", id).length > 0;
  }

  addEvent(
    id: string,
    { monitorId, at, counts }: { monitorId: number | null; at: number; counts: boolean },
  ): void {
    this.#run(
      "INSERT OR REPLACE INTO events (id, monitor_id, at, counts) VALUES (?, ?, ?, ?)",
      id,
      monitorId,
      at,
      counts ? 1 : 0,
    );
  }

  countEvents(monitorId: number | null, { from, to }: Span): number {
    const rows = this.#rows<{ n: number }>(
      "SELECT count(*) AS n FROM events WHERE monitor_id IS ? AND at > ? AND at <= ? AND counts = 1",
      ...[monitorId, from, to],
    );
    return rows[0]?.n ?? 0;
  }

  forgetOldEvents(now: number): void {
    this.#run("DELETE FROM events WHERE at < ?", now - REMEMBERED_MS);
  }

  group(kind: AlertKind): Group | null {
    return this.#groups("WHERE kind = ?", kind)[0] ?? null;
  }

  groups(): Group[] {
    return this.#groups("WHERE kind <> ?", "");
  }

  openGroup(kind: AlertKind, closesAt: number): void {
    this.#run("INSERT OR IGNORE INTO groups (kind, closes_at) VALUES (?, ?)", kind, closesAt);
  }

  moveGroup(kind: AlertKind, closesAt: number): void {
    this.#run("UPDATE groups SET closes_at = ? WHERE kind = ?", closesAt, kind);
  }

  closeGroup(kind: AlertKind): void {
    this.#run("DELETE FROM groups WHERE kind = ?", kind);
    this.#run("DELETE FROM members WHERE kind = ?", kind);
  }

  addMember(kind: AlertKind, { eventId, monitorId, heldUntil, message }: Member): void {
    this.#run(
      "INSERT INTO members (event_id, kind, monitor_id, held_until, message) VALUES (?, ?, ?, ?, ?)",
      eventId,
      kind,
      monitorId,
      heldUntil,
      JSON.stringify(message),
    );
  }

  members(kind: AlertKind): Member[] {
    const rows = this.#rows<{
      event_id: string;
      monitor_id: number | null;
      held_until: number;
      message: string;
    }>("SELECT event_id, monitor_id, held_until, message FROM members WHERE kind = ? ORDER BY rowid", kind);
    return rows.map((row) => ({
      eventId: row.event_id,
      monitorId: row.monitor_id,
      heldUntil: row.held_until,
      message: JSON.parse(row.message) as AlertMessage,
    }));
  }

  hold(eventId: string, dueAt: number): void {
    this.#run("INSERT OR REPLACE INTO held (event_id, due_at) VALUES (?, ?)", eventId, dueAt);
  }

  moveHeld(dueAt: number): string[] {
    return this.#rows<{ eventId: string }>(
      "UPDATE held SET due_at = ?1 WHERE due_at <> ?1 RETURNING event_id AS eventId",
      dueAt,
    ).map(({ eventId }) => eventId);
  }

  moveHeldMembers(until: number): void {
    this.#run(
      "UPDATE members SET held_until = ? WHERE held_until > (SELECT closes_at FROM groups WHERE groups.kind = members.kind)",
      until,
    );
  }

  takeHeldDue(now: number): { eventId: string; dueAt: number }[] {
    return this.#rows<{ eventId: string; dueAt: number }>(
      "DELETE FROM held WHERE due_at <= ? RETURNING event_id AS eventId, due_at AS dueAt",
      now,
    );
  }

  hasHeldDue(now: number): boolean {
    return this.#rows("SELECT 1 FROM held WHERE due_at <= ? LIMIT 1", now).length > 0;
  }

  outage(monitorId: number): Outage | null {
    return this.#outages("WHERE monitor_id = ?", monitorId)[0] ?? null;
  }

  outagesDue(now: number): Outage[] {
    return this.#outages("WHERE look_at <= ? ORDER BY look_at", now);
  }

  outagesAhead(at: number): Outage[] {
    return this.#outages("WHERE facts ->> 'decidedAt' > ?", at);
  }

  outagesWithHeldAlert(now: number): Outage[] {
    return this.#outages("WHERE facts ->> 'phase' = 'sent' AND facts ->> 'alertHeldUntil' > ?", now);
  }

  escalating(): string[] {
    return this.#outages("WHERE facts ->> 'phase' = ?", "escalating").map(({ eventId }) => eventId);
  }

  saveOutage({ monitorId, lookAt, ...facts }: Outage): void {
    this.#run(
      "INSERT OR REPLACE INTO outages (monitor_id, look_at, facts) VALUES (?, ?, ?)",
      monitorId,
      lookAt,
      JSON.stringify(facts),
    );
  }

  removeOutage(monitorId: number): void {
    this.#run("DELETE FROM outages WHERE monitor_id = ?", monitorId);
  }

  lookAgainAt(at: number, monitorIds: readonly number[]): void {
    for (const table of ["outages", "chains"])
      this.#run(
        `UPDATE ${table} SET look_at = ? WHERE monitor_id IN (SELECT value FROM json_each(?))`,
        at,
        JSON.stringify(monitorIds),
      );
  }

  lookAgainAtAll(now: number): void {
    for (const table of ["outages", "chains"])
      this.#run(`UPDATE ${table} SET look_at = ?1 WHERE look_at > ?1`, now);
  }

  chain(id: string): Chain | null {
    return this.#chains("WHERE id = ?", id)[0] ?? null;
  }

  chainsDue(now: number): Chain[] {
    return this.#chains("WHERE look_at <= ? ORDER BY look_at, id", now);
  }

  chainsNotStarted(now: number): Chain[] {
    return this.#chains(
      "WHERE (facts ->> 'position' = 0 OR facts ->> 'kind' = 'recovery') AND facts ->> 'startsAt' > ?",
      now,
    );
  }

  chainsAhead(at: number): Chain[] {
    return this.#chains("WHERE facts ->> 'decidedAt' > ?", at);
  }

  saveChain({ id, monitorId, lookAt, ...facts }: Chain): void {
    this.#run(
      "INSERT OR REPLACE INTO chains (id, monitor_id, look_at, facts) VALUES (?, ?, ?, ?)",
      id,
      monitorId,
      lookAt,
      JSON.stringify(facts),
    );
  }

  removeChain(id: string): void {
    this.#run("DELETE FROM chains WHERE id = ?", id);
  }

  lookAtChainsAgainAt(at: number): void {
    this.#run("UPDATE chains SET look_at = ?1 WHERE look_at < ?1", at);
  }

  nextDue(): number | null {
    const rows = this.#rows<{ at: number | null }>(
      "SELECT min(at) AS at FROM (SELECT min(closes_at) AS at FROM groups UNION ALL SELECT min(due_at) FROM held UNION ALL SELECT min(look_at) FROM outages UNION ALL SELECT min(look_at) FROM chains)",
    );
    return rows[0]?.at ?? null;
  }

  #outages(where: string, value: SqlStorageValue): Outage[] {
    const rows = this.#rows<{ monitor_id: number; look_at: number | null; facts: string }>(
      `SELECT monitor_id, look_at, facts FROM outages ${where}`,
      value,
    );
    return rows.map(({ monitor_id: monitorId, look_at: lookAt, facts }) => {
      return { ...(JSON.parse(facts) as Omit<Outage, "monitorId" | "lookAt">), monitorId, lookAt };
    });
  }

  #chains(where: string, value: SqlStorageValue): Chain[] {
    const rows = this.#rows<{
      id: string;
      monitor_id: number | null;
      look_at: number | null;
      facts: string;
    }>(`SELECT id, monitor_id, look_at, facts FROM chains ${where}`, value);
    return rows.map(({ id, monitor_id: monitorId, look_at: lookAt, facts }) => {
      return { ...(JSON.parse(facts) as Omit<Chain, "id" | "monitorId" | "lookAt">), id, monitorId, lookAt };
    });
  }

  #groups(where: string, value: SqlStorageValue): Group[] {
    const rows = this.#rows<{ kind: AlertKind; closes_at: number }>(
      `SELECT kind, closes_at FROM groups ${where}`,
      value,
    );
    return rows.map(({ kind, closes_at }) => ({ kind, closesAt: closes_at }));
  }

  #rows<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T[] {
    return this.#storage.sql.exec<T>(sql, ...values).toArray();
  }

  #run(sql: string, ...values: SqlStorageValue[]): void {
    this.#storage.sql.exec(sql, ...values);
  }
}
