import { z } from "zod";
import { id, timestamp } from "./common.ts";
import { listUpTo, wholeNumber } from "./limits.ts";
import { webUrl } from "./monitor_config.ts";
import { versioned, versionRead } from "./version.ts";

const channelIds = listUpTo(100, id, "channels").transform((ids) => [...new Set(ids)].sort((a, b) => a - b));

const fields = {
  urls: listUpTo(10, webUrl, "addresses").meta({
    description: "Third-party URLs that are almost always reachable. Empty: every failure counts.",
  }),
  share: wholeNumber(1, 100, "percent").meta({
    description:
      "If at least this percentage of the checks due at the same time fail (three or more), the reference URLs are checked before the failures count.",
  }),
  channelIds: channelIds.meta({
    description: "Channels to notify when the problem starts and ends.",
  }),
};

export const selfTestSettings = z.object({
  urls: fields.urls.default([]),
  share: fields.share.default(50),
  channelIds: fields.channelIds.default([]),
});
export type SelfTestSettings = z.output<typeof selfTestSettings>;

export const selfTestChange = z.object(fields).partial().extend(versionRead);
export type SelfTestChange = z.output<typeof selfTestChange>;

export const selfTestResponse = z
  .object({
    ...fields,
    channelIds: z.array(id),
    ...versioned,
    troubleSince: timestamp
      .nullable()
      .meta({ description: "The current problem of Uptide's own network. Null if there is none." }),
  })
  .meta({ id: "SelfTest" });
export type SelfTestResponse = z.output<typeof selfTestResponse>;

const trouble = z.object({
  since: timestamp,
  isTold: z.boolean().default(false),
  overAt: timestamp.nullable().default(null),
});
export type Trouble = z.output<typeof trouble>;

/**
 * Stored under the setting `own_trouble` until the channels know it is over. If another begins earlier, the
 * previous ones stay listed, oldest first.
 */
export const ownTrouble = trouble.extend({ lastAt: timestamp, untold: z.array(trouble).default([]) });
export type OwnTrouble = z.output<typeof ownTrouble>;
