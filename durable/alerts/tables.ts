import { type ItemUpgrade, Outbox } from "../outbox.ts";
import { makesTables, type StorageStep } from "../storage_version.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS channel (id INTEGER PRIMARY KEY CHECK (id = 0), facts TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS events (
    id TEXT PRIMARY KEY, monitor_id INTEGER, at INTEGER NOT NULL, counts INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS events_monitor ON events (monitor_id, at) WHERE counts = 1;
  CREATE TABLE IF NOT EXISTS groups (kind TEXT PRIMARY KEY, closes_at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS members (
    event_id TEXT PRIMARY KEY, kind TEXT NOT NULL, monitor_id INTEGER, held_until INTEGER NOT NULL, message TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS held (event_id TEXT PRIMARY KEY, due_at INTEGER NOT NULL);
  ${Outbox.SCHEMA}
`;

const addsOutages: StorageStep = {
  isAddition: true,
  change: ({ sql }) =>
    void sql.exec(`
      CREATE TABLE outages (monitor_id INTEGER PRIMARY KEY, look_at INTEGER, facts TEXT NOT NULL);
      CREATE INDEX outages_due ON outages (look_at) WHERE look_at IS NOT NULL;
    `),
};

const namesPhases: StorageStep = {
  isAddition: false,
  change: ({ sql }) =>
    void sql.exec(`
      UPDATE outages SET facts = json_remove(
        json_set(facts,
          '$.phase', CASE
            WHEN facts ->> 'isOver' THEN 'over'
            WHEN NOT (facts ->> 'isOwed') THEN 'sent'
            WHEN facts ->> 'isRowOpen' THEN 'escalating'
            ELSE 'held' END,
          '$.isAlertSent', json(iif(facts ->> 'isTold', 'true', 'false'))),
        '$.isTold', '$.isOwed', '$.isRowOpen', '$.isOver')
    `),
};

const addsChains: StorageStep = {
  isAddition: true,
  change: ({ sql }) =>
    void sql.exec(`
      CREATE TABLE chains (id TEXT PRIMARY KEY, monitor_id INTEGER, look_at INTEGER, facts TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX chains_due ON chains (look_at) WHERE look_at IS NOT NULL;
    `),
};

export const STEPS: readonly StorageStep[] = [makesTables(SCHEMA), addsOutages, namesPhases, addsChains];
/** Version 2 adds changes of kind `suppress`, and messages in those of kind `release`. */
export const ITEM_UPGRADES: readonly ItemUpgrade[] = [(item) => item];
