import { WireError } from "../../lib/wire/wire_error.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";

interface WireStep<T> {
  label: string;
  work: () => Promise<T>;
  detail: ((result: T) => string) | undefined;
}

export async function runStep<T>({ steps }: Probe, { label, work, detail }: WireStep<T>): Promise<T> {
  const plan = { label, late: `${label}: no response`, ...(detail && { detail }) };
  return await steps.run(plan, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      throw new CheckFault(kindOf(error), `${label}: ${error.message}`, { cause: error });
    }
  });
}

function kindOf({ fault }: WireError): CheckFault["kind"] {
  return fault === "closed" || fault === "broken" ? "closed" : "protocol";
}
