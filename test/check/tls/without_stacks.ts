/**
 * Node finds out what a key is by an error that it throws and catches, and to make each a stack is a third of what a
 * handshake costs. Whoever tries thousands tells the seed of the one that went wrong.
 */
export async function withoutStacks(work: () => Promise<void>): Promise<void> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    await work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export async function ofSeed<T>(seed: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`Of the seed ${seed}: ${cause}`, { cause });
  }
}
