/**
 * Node detects a key's type by catching an error, and the stack of each error takes a third of a handshake's time. After
 * a failure, the seed identifies the handshake.
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
