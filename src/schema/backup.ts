import { z } from "zod";
import { timestamp } from "./common.ts";
import { text, wholeNumber } from "./limits.ts";
import { confirmation } from "./user.ts";
import { versioned, versionRead } from "./version.ts";

const SHORTEST_PASSPHRASE = 8;
const LONGEST_PASSPHRASE = 200;

const passphrase = text(LONGEST_PASSPHRASE).meta({ format: "password" });

export const BACKUP_NAME = /^[0-9A-Za-z][0-9A-Za-z_-]{0,80}\.uptide$/;

export const newBackup = confirmation.extend({
  passphrase: passphrase
    .refine(
      (text) => text === "" || text.length >= SHORTEST_PASSPHRASE,
      `Use at least ${SHORTEST_PASSPHRASE} characters, or none to encrypt with SECRET_KEY.`,
    )
    .optional()
    .meta({
      format: "password",
      description:
        "Encrypts the backup, so that any instance can restore it. If omitted, the backup is encrypted with SECRET_KEY and only an instance with the same key can restore it.",
    }),
});
export type NewBackup = z.output<typeof newBackup>;

export const restoreRequest = confirmation.extend({
  name: z.string("Name the backup, or upload one as the form's field `file`.").max(100),
  passphrase: passphrase.optional(),
});
export type RestoreRequest = z.output<typeof restoreRequest>;

export const restoreForm = confirmation.extend({
  file: z.string().meta({ format: "binary", description: "A downloaded backup file." }),
  passphrase: passphrase.optional(),
});

const encryptedWith = z.enum(["passphrase", "secret_key"]);
const jobState = z.enum(["running", "done", "failed"]);

const fields = {
  name: z.string(),
  size: z.int().meta({ description: "In bytes. While the backup is running, the size so far." }),
  createdAt: timestamp,
  encryptedWith,
  schemaVersion: z
    .string()
    .meta({ description: "The database's last migration when the backup was created." }),
  origin: z.enum(["manual", "scheduled", "uploaded"]),
};

export const backup = z
  .object({
    ...fields,
    state: jobState,
    progress: z.number().min(0).max(1),
    error: z.string().nullable(),
  })
  .meta({ id: "Backup" });
export type Backup = z.output<typeof backup>;

export const restoreState = z
  .object({
    name: z.string(),
    state: jobState,
    phase: z.enum(["check", "load", "swap", "announce", "done"]).meta({
      description: "`check` and `load` change nothing. `swap` replaces all data at once.",
    }),
    progress: z.number().min(0).max(1),
    startedAt: timestamp,
    finishedAt: timestamp.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "Restore" });
export type RestoreState = z.output<typeof restoreState>;

export const backupStatus = z.object({
  lastSuccessAt: timestamp.nullable().default(null),
  lastName: z.string().nullable().default(null),
  lastSize: z.int().nullable().default(null),
  lastFailureAt: timestamp.nullable().default(null),
  lastError: z.string().nullable().default(null),
  lastRestoreAt: timestamp.nullable().default(null),
  running: z.enum(["backup", "restore"]).nullable().default(null),
});
export type BackupStatus = z.output<typeof backupStatus>;

export function parseBackupStatus(value: unknown): BackupStatus {
  return backupStatus.safeParse(value).data ?? backupStatus.parse({});
}

export const backupOverview = z.object({
  restore: restoreState.nullable().meta({ description: "The current or last one." }),
  nextAt: timestamp.nullable().meta({ description: "When the next scheduled backup starts." }),
  lastSuccessAt: timestamp.nullable(),
  lastFailureAt: timestamp.nullable(),
  lastError: z.string().nullable(),
});
export type BackupOverview = z.output<typeof backupOverview>;

const schedule = z.enum(["off", "daily", "weekly"], "Use off, daily or weekly.");
const hour = wholeNumber(0, 23, "hours");
const keep = wholeNumber(1, 100);

export const backupSettings = z.object({
  schedule: schedule.default("off"),
  hour: hour.default(3),
  keep: keep.default(7),
});
export type BackupSettings = z.output<typeof backupSettings>;

const described = {
  schedule: schedule.meta({ description: "weekly: on Mondays." }),
  hour: hour.meta({ description: "In UTC." }),
  keep: keep.meta({
    description: "The number of scheduled backups to keep. Manual backups are kept until deleted.",
  }),
};

export const backupSettingsResponse = z.object({ ...described, ...versioned }).meta({ id: "BackupSettings" });
export const backupSettingsChange = z.object(described).partial().extend(versionRead);
export type BackupSettingsChange = z.output<typeof backupSettingsChange>;
