import { z } from "zod";

const salt = z.string().regex(/^[\w-]{22}$/);

/**
 * How the key of a file is made. What scrypt may cost is bounded: this is read before anybody knows who wrote it.
 */
const encryption = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("passphrase"),
    logN: z.int().min(10).max(16),
    r: z.literal(8),
    p: z.int().min(1).max(4),
    salt,
  }),
  z.strictObject({ kind: z.literal("secret_key"), keyId: z.string().regex(/^[0-9a-f]{8}$/), salt }),
]);
export type Encryption = z.output<typeof encryption>;

/** What stands at the beginning of a file, in the clear. */
export const backupHeader = z.strictObject({
  /** The last migration of the database that it was made of. */
  schema: z.string().regex(/^\d{4}_\w{1,80}\.sql$/),
  createdAt: z.int().min(0),
  encryption,
});
export type BackupHeader = z.output<typeof backupHeader>;

const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,60}$/);
const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

/** The order is that of the file: one `begin`, then `rows` and `file` as they come, one `end`. */
export const backupRecord = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("begin"),
    createdAt: z.int().min(0),
    schema: z.string().max(100),
    /** What stored secrets are sealed under, in base64, the current one first; only behind a passphrase. */
    secretKeys: z.array(z.string().max(100)).max(20),
  }),
  z.strictObject({
    kind: z.literal("rows"),
    table: identifier,
    columns: z.array(identifier).min(1).max(100),
    /** Those whose cells are bytes, written in hex. */
    blobs: z.array(identifier).max(100),
    rows: z.array(z.array(cell)).min(1).max(5000),
  }),
  z.strictObject({
    kind: z.literal("file"),
    name: z.string().max(200),
    /** In base64. */
    body: z.string().max(12_000_000),
  }),
  /** From here on tables that are read as one: they win over what was read before. */
  z.strictObject({ kind: z.literal("whole"), at: z.int().min(0) }),
  z.strictObject({
    kind: z.literal("end"),
    /** How many rows there are of each table, and how many files. */
    rows: z.record(identifier, z.int().min(0)),
    files: z.int().min(0),
    /** The highest id that each table has ever given. */
    sequences: z.record(identifier, z.int().min(0)),
  }),
]);
export type BackupRecord = z.output<typeof backupRecord>;
export type RowsRecord = Extract<BackupRecord, { kind: "rows" }>;
