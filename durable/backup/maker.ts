import type { MakeJob } from "../../src/domain/backup/job.ts";
import type { Env } from "../../src/env.ts";
import { fromBase64 } from "../../src/lib/bytes.ts";
import { openJob } from "../../src/service/backup/begin.ts";
import { makeNext, readShapes } from "../../src/service/backup/make.ts";
import { completeUpload, PART_BYTES, uploadPart } from "../../src/service/backup/part.ts";
import type { BackupStore } from "./store.ts";

/** The free plan allows 50 database queries per invocation; the next one continues. */
const STEPS = 30;
const LONGEST_MS = 20_000;

export async function continueBackup(env: Env, store: BackupStore, begun: MakeJob): Promise<boolean> {
  const deadline = Date.now() + LONGEST_MS;
  const { cipher, header } = await openJob(env, begun);
  const isOpenedByPassphrase = header.encryption.kind === "passphrase";
  const deps = { env, cipher, header: { ...header, isOpenedByPassphrase }, shapes: await readShapes(env) };
  let job = begun;
  for (let step = 0; step < STEPS && Date.now() < deadline; step++) {
    if (store.pendingSize() >= PART_BYTES || job.phase === "close") {
      job = await putPart(env, store, job);
      if (job.phase === "close" && store.pendingSize() === 0) {
        await completeUpload(env, uploadOf(job), job.parts);
        return true;
      }
      continue;
    }
    const made = await makeNext(deps, job);
    const start = job.phase === "begin" ? [fromBase64(job.header) ?? new Uint8Array()] : [];
    job = made.job;
    store.commit(job, [...start, ...made.bytes]);
  }
  return false;
}

/** Bytes are stored here before they go to the bucket, so an upload repeated after a crash is identical. */
async function putPart(env: Env, store: BackupStore, job: MakeJob): Promise<MakeJob> {
  const bytes = store.pending(PART_BYTES);
  if (bytes.length === 0) return job;
  const part = await uploadPart(env, uploadOf(job), { partNumber: job.parts.length + 1, bytes });
  const next = { ...job, parts: [...job.parts, part], size: job.size + bytes.length };
  store.commitPart(next, bytes.length);
  return next;
}

function uploadOf({ name, uploadId }: MakeJob) {
  return { name, uploadId };
}
