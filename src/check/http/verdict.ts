import type { CheckStatus } from "../../schema/check_status.ts";

export interface Verdict {
  label: string;
  status: CheckStatus;
  message: string;
}
