import type { PageSnapshot } from "../../domain/page/view.ts";
import type { Env } from "../../env.ts";
import { listOlderDays, readOlderStates } from "../../service/page/history.ts";
import { formatSnapshot } from "./snapshot_file.ts";

export interface CopyMoment {
  now: number;
  wholeAt: number;
}

export async function writeSnapshot(
  env: Env,
  snapshot: PageSnapshot,
  moment: CopyMoment & { pageId: number },
): Promise<string> {
  const older = await readOlderStates(env, snapshot, moment);
  return formatSnapshot(snapshot, listOlderDays(snapshot, older, moment.now));
}
