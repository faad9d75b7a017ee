import { acknowledge as acknowledgeMonitor, unacknowledge } from "../../src/service/alert/acknowledgement.ts";
import type { Context } from "../../src/service/context.ts";

export async function acknowledge(
  context: Context,
  key: string,
  { untilMs }: { untilMs: number | null },
): Promise<void> {
  await acknowledgeMonitor(context, await idOf(context, key), { note: "", untilMs });
}

export async function withdraw(context: Context, key: string): Promise<void> {
  await unacknowledge(context, await idOf(context, key));
}

async function idOf({ env }: Context, key: string): Promise<number> {
  const row = await env.DB.prepare("SELECT id FROM monitors WHERE key = ?").bind(key).first<{ id: number }>();
  return row?.id ?? 0;
}
