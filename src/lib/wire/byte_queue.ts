interface ByteQueue {
  readonly length: number;
  append(bytes: Uint8Array): void;
  take(length: number): Uint8Array<ArrayBuffer>;
  view(): Uint8Array<ArrayBuffer>;
}

export function makeByteQueue(): ByteQueue {
  let store = new Uint8Array(4096);
  let start = 0;
  let end = 0;

  function makeRoom(extra: number): void {
    if (end + extra <= store.length) return;
    const needed = end - start + extra;
    // Compacts only when that frees half of the buffer, so many small appends stay linear.
    const next = needed * 2 <= store.length ? store : new Uint8Array(needed * 2);
    next.set(store.subarray(start, end));
    store = next;
    end -= start;
    start = 0;
  }

  return {
    get length() {
      return end - start;
    },
    append(bytes) {
      makeRoom(bytes.length);
      store.set(bytes, end);
      end += bytes.length;
    },
    take(length) {
      const taken = store.slice(start, start + length);
      start += length;
      return taken;
    },
    view: () => store.subarray(start, end),
  };
}
