import type { Finding } from "../check_type.ts";
import { quote } from "../quote.ts";

export const MAX_VALUE_BYTES = 64 * 1024;

export type FirstValue = string | null | undefined;

interface AskedResult {
  expectedResult: string;
  got: FirstValue;
  responseMs: number;
}

export function judgeResult({ expectedResult, got, responseMs }: AskedResult): Finding {
  if (expectedResult === "") return { status: "up", responseMs, message: `Responded in ${responseMs} ms.` };
  if (got === expectedResult) {
    return { status: "up", responseMs, message: `Returned ${quote(got)} in ${responseMs} ms.` };
  }
  const message = `Expected ${quote(expectedResult)}, got ${describe(got)}.`;
  return { status: "degraded", responseMs, message };
}

function describe(got: FirstValue): string {
  if (got === undefined) return "no row";
  return got === null ? "NULL" : quote(got);
}
