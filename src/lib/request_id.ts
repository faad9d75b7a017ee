let isolate = "";
let count = 0;

/** Unique across isolates but predictable: only its start is random. */
export function nextRequestId(): string {
  isolate ||= crypto.randomUUID().slice(0, 24);
  count += 1;
  return isolate + count.toString(16).padStart(12, "0");
}
