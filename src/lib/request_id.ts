let isolate = "";
let count = 0;

/** Tells requests apart, in all isolates, and is no secret: random is only where it begins. */
export function nextRequestId(): string {
  isolate ||= crypto.randomUUID().slice(0, 24);
  count += 1;
  return isolate + count.toString(16).padStart(12, "0");
}
