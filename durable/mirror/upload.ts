import type { CopyFile } from "../../src/domain/mirror/file.ts";
import { decideUploads, isOverdue, isSnapshot, listUnreferenced } from "../../src/domain/mirror/plan.ts";
import type { Storage, StoredBody } from "../../src/domain/mirror/storage.ts";
import { sha256HexOf } from "../../src/lib/bytes.ts";
import { gzip } from "../../src/lib/gzip.ts";
import { log } from "../../src/lib/log.ts";
import type { MirrorStore, OpenPush } from "./store.ts";

/** The free plan allows 50 subrequests per invocation; the next one continues. */
const MOST_REQUESTS = 40;
const AT_ONCE = 5;
const PACKED_FROM_BYTES = 16 * 1024;

interface UploadParts {
  store: MirrorStore;
  storage: Storage;
  signal: AbortSignal;
}

export class MirrorUpload {
  readonly #parts: UploadParts;
  #requestsLeft = MOST_REQUESTS;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  /** Returns false if there is more to upload. Throws a StorageFault; files uploaded until then are remembered. */
  async put(files: readonly CopyFile[], push: OpenPush): Promise<boolean> {
    const { store } = this.#parts;
    if (push.isWhole) await this.#learnEncoding(files, push);
    const done = store.pathsOf(push);
    const hashed = await Promise.all(
      files
        .filter(({ path }) => isSnapshot(path) || !done.has(path))
        .map(async (file) => ({ ...file, hash: isSnapshot(file.path) ? "" : await sha256HexOf(file.body) })),
    );
    for (const group of decideUploads(hashed, store.files())) {
      const now = group.slice(0, this.#requestsLeft);
      this.#requestsLeft -= now.length;
      await this.#putTogether(now, push);
      if (now.length < group.length) return false;
    }
    return true;
  }

  /** Runs last and never fails the push: a bucket that allows no deletion is good enough. */
  async tidy(files: readonly CopyFile[], now: number): Promise<void> {
    const { store, storage, signal } = this.#parts;
    store.markReferenced(files.map(({ path }) => path));
    const unreferenced = listUnreferenced(files, store.files().values());
    for (const { path, unreferencedAt } of unreferenced)
      if (unreferencedAt === null) store.markUnreferenced(path, now);
    const overdue = unreferenced.filter((file) => isOverdue(file, now));
    for (const { path } of overdue.slice(0, this.#requestsLeft)) {
      this.#requestsLeft--;
      try {
        await storage.remove(path, signal);
        store.removeFile(path);
      } catch (error) {
        log("info", "failed to delete a mirror file", { path, error });
        // It may need the files after it.
        for (const file of overdue) store.markUnreferenced(file.path, now);
        return;
      }
    }
  }

  async #learnEncoding(files: readonly CopyFile[], { uploaded }: OpenPush): Promise<void> {
    const { store, storage, signal } = this.#parts;
    if (store.state.keepsEncoding || uploaded > 0 || !files.some(isWorthPacking)) return;
    this.#requestsLeft -= 3;
    store.change({ keepsEncoding: await storage.keepsEncoding(signal) });
  }

  /** Waits for uploads in flight after a failure, to know what arrived. */
  async #putTogether(files: readonly (CopyFile & { hash: string })[], push: OpenPush): Promise<void> {
    const waiting = [...files];
    const faults: unknown[] = [];
    const work = async () => {
      for (let file = waiting.shift(); file && faults.length === 0; file = waiting.shift()) {
        try {
          await this.#putOne(file, push);
        } catch (error) {
          faults.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (faults.length > 0) throw faults[0];
  }

  async #putOne(file: CopyFile & { hash: string }, push: OpenPush): Promise<void> {
    const { store, storage, signal } = this.#parts;
    const sent = await this.#pack(file);
    signal.throwIfAborted();
    store.noteFile(file.path);
    await storage.put(sent, signal);
    push.uploaded++;
    push.bytes += sent.body.length;
    store.saveFile({ ...file, size: sent.body.length }, push);
    store.change({ open: push });
  }

  async #pack(file: CopyFile & { hash: string }): Promise<StoredBody> {
    if (!isSnapshot(file.path)) return file;
    const isPacked = isWorthPacking(file) && this.#parts.store.state.keepsEncoding;
    const body = isPacked ? await gzip(file.body) : file.body;
    return { ...file, body, hash: await sha256HexOf(body), ...(isPacked && { contentEncoding: "gzip" }) };
  }
}

/** Other files have readers that may not unpack. */
function isWorthPacking({ path, body }: CopyFile): boolean {
  return isSnapshot(path) && body.length >= PACKED_FROM_BYTES;
}
