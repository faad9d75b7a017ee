import { z } from "zod";
import { id, uniqueIds } from "./common.ts";
import { listUpTo } from "./limits.ts";
import { monitorChange, monitorQuery } from "./monitor.ts";

const { intervalSecs, timeoutMs, retries, failureThreshold, recoveryThreshold, tags } = monitorChange.shape;

const ids = uniqueIds(5000, "ids");
const change = z
  .strictObject({
    paused: z.boolean(),
    intervalSecs,
    timeoutMs,
    retries,
    failureThreshold,
    recoveryThreshold,
    addTags: tags,
    removeTags: listUpTo(20, z.string().max(50), "tags"),
    addChannelIds: ids,
    removeChannelIds: ids,
  })
  .partial()
  .refine((given) => Object.values(given).some((value) => value !== undefined), "Choose what to change.");
export type MonitorsChange = z.output<typeof change>;

/** Strict: a misspelt name would select or change the wrong thing. */
export const monitorBulk = z
  .strictObject({
    ids: ids.refine((list) => list.length > 0, "Choose a monitor."),
    filter: z
      .strictObject(monitorQuery.shape)
      .meta({ description: "The same filters as for the list. {} selects every monitor." }),
    change,
    delete: z.literal(true, "Use true, or leave it out."),
  })
  .partial()
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), "Use either ids or filter.")
  .refine(
    (body) => (body.change === undefined) !== (body.delete === undefined),
    "Use either change or delete.",
  );
export type MonitorBulk = z.output<typeof monitorBulk>;

export const monitorBulkResponse = z.object({
  ids: z.array(id).meta({ description: "The ids of the selected monitors." }),
  changed: z.int().meta({ description: "The number of monitors that changed." }),
});
export type MonitorBulkResponse = z.output<typeof monitorBulkResponse>;
