/**
 * The local limiter counts by the minute of the clock. Work that ran across the end of one was counted in two: it is done
 * again, by a client of its own each time.
 */
export async function inOneMinute<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const minute = minuteOf(Date.now());
    const result = await work();
    if (minuteOf(Date.now()) === minute) return result;
  }
}

function minuteOf(at: number): number {
  return Math.floor(at / 60_000);
}
