/** The local limiter counts per clock minute. If work runs past the end of one, it is repeated with a new client. */
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
