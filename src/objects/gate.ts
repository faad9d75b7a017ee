export interface Limit {
  name: string;
  max: number;
  windowMs: number;
  /** Each counted refusal is a write, so only for limits whose refusals end. */
  countsRefusals?: boolean;
}

export type Pass =
  | { ok: true }
  | {
      ok: false;
      retryAfterSecs: number;
      isFirstRefusal: boolean;
      refusals?: number;
    };

export interface GateObject extends Rpc.DurableObjectBranded {
  take(limit: Limit): Promise<Pass>;
  /** Undoes the last take: a correct password is no guess. */
  giveBack(name: string): Promise<void>;
  hashPassword(password: string): Promise<string>;
  /** A null hash takes the same time, so timing doesn't reveal which users exist. */
  isPasswordRight(password: string, hash: string | null): Promise<boolean>;
}
