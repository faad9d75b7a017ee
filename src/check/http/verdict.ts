import type { CheckStatus } from "../../schema/check_status.ts";

/** What is said of one thing that an answer was held against. */
export interface Verdict {
  label: string;
  status: CheckStatus;
  /** A whole sentence; empty when all is well. */
  message: string;
}
