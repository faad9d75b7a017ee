import { z } from "zod";

const salt = z.string().regex(/^[\w-]{22}$/);

/** The cost of scrypt is bounded: the header is read before its author is known. */
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

export const backupHeader = z.strictObject({
  schema: z.string().regex(/^\d{4}_\w{1,80}\.sql$/),
  createdAt: z.int().min(0),
  encryption,
});
export type BackupHeader = z.output<typeof backupHeader>;

const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,60}$/);
const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

export const backupRecord = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("begin"),
    createdAt: z.int().min(0),
    schema: z.string().max(100),
    secretKeys: z.array(z.string().max(100)).max(20),
  }),
  z.strictObject({
    kind: z.literal("rows"),
    table: identifier,
    columns: z.array(identifier).min(1).max(100),
    blobs: z.array(identifier).max(100),
    rows: z.array(z.array(cell)).min(1).max(5000),
  }),
  z.strictObject({
    kind: z.literal("file"),
    name: z.string().max(200),
    body: z.string().max(12_000_000),
  }),
  /** The tables from here on were read in one transaction and win over earlier rows. */
  z.strictObject({ kind: z.literal("whole"), at: z.int().min(0) }),
  z.strictObject({
    kind: z.literal("end"),
    rows: z.record(identifier, z.int().min(0)),
    files: z.int().min(0),
    sequences: z.record(identifier, z.int().min(0)),
  }),
]);
export type BackupRecord = z.output<typeof backupRecord>;
export type RowsRecord = Extract<BackupRecord, { kind: "rows" }>;
