export interface Limit {
  name: string;
  max: number;
  windowMs: number;
  /** Each refusal is a write: only for limits whose refusals have an end. */
  countsRefusals?: boolean;
}

export type Pass =
  | { ok: true }
  | {
      ok: false;
      retryAfterSecs: number;
      isFirstRefusal: boolean;
      /** How many were refused since the window was full, where they are counted. */
      refusals?: number;
    };

/** Counts what one client network or user asks for, and hashes passwords. */
export interface GateObject extends Rpc.DurableObjectBranded {
  take(limit: Limit): Promise<Pass>;
  /** What was taken last turned out to count for nothing: a right password is no guess. */
  giveBack(name: string): Promise<void>;
  hashPassword(password: string): Promise<string>;
  /** Without a hash (no such user, or one who only signs in elsewhere) the same work is done for nothing. */
  isPasswordRight(password: string, hash: string | null): Promise<boolean>;
}
