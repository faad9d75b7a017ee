import { openDb, type Statement } from "../../data/db.ts";
import { type BlockRow, deleteOldBlocks, listUnfoldedDays, saveBlock } from "../../data/response_block.ts";
import { blockOf, type ResponseBlock, withDay } from "../../domain/uptime/response_block.ts";
import { decodeResponseDay, encodeResponseDay } from "../../domain/uptime/response_times.ts";
import type { Env } from "../../env.ts";
import { orLog } from "../../lib/log.ts";

interface FoldBounds {
  before: number;
  firstDay: number;
}

export async function foldDays(
  env: Env,
  monitorIds: readonly number[],
  { before, firstDay }: FoldBounds,
): Promise<Statement[]> {
  const db = openDb(env.DB);
  const { days, blocks } = await listUnfoldedDays(db, monitorIds, before);
  const known = new Map(blocks.map((row) => [`${row.monitorId}/${row.block}`, unpack(row)]));
  const changed = new Map<string, { monitorId: number; block: number; made: ResponseBlock }>();
  for (const { monitorId, day, hours } of days) {
    const block = blockOf(day);
    const key = `${monitorId}/${block}`;
    // An unreadable day counts as one without checks: it must not block later days.
    const read = orLog("failed to read response times", { monitorId, day }, () => decodeResponseDay(hours));
    const made = withDay(changed.get(key)?.made ?? known.get(key) ?? null, day, read ?? new Map());
    changed.set(key, { monitorId, block, made });
  }
  const grown = [...changed.values()];
  return [
    ...grown.map((one) => saveBlock(pack(one))),
    ...[...new Set(grown.map(({ monitorId }) => monitorId))].map((id) =>
      deleteOldBlocks(db, id, blockOf(firstDay)),
    ),
  ];
}

function unpack({ monitorId, block, through, days }: BlockRow): Omit<ResponseBlock, "total"> | null {
  const read = orLog("failed to read a block of response times", { monitorId, block }, () =>
    decodeResponseDay(days),
  );
  return read && { through, days: read };
}

function pack({
  monitorId,
  block,
  made,
}: {
  monitorId: number;
  block: number;
  made: ResponseBlock;
}): BlockRow {
  return {
    monitorId,
    block,
    through: made.through,
    total: encodeResponseDay(new Map([[0, made.total]])),
    days: encodeResponseDay(made.days),
  };
}
