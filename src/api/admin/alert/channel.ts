import { z } from "zod";
import { describeConfig } from "../../../notify/channel_type.ts";
import { CHANNEL_TYPES } from "../../../notify/registry.ts";
import {
  channel,
  channelChange,
  channelIds,
  channelIdsChange,
  channelTest,
  channelTypeResponse,
  newChannel,
  ok,
} from "../../../schema/channel.ts";
import {
  createChannel,
  getChannel,
  listAllChannels,
  removeChannel,
  updateChannel,
} from "../../../service/alert/channel.ts";
import { getMonitorChannels, updateMonitorChannels } from "../../../service/alert/channel_links.ts";
import { testChannel, testSavedChannel } from "../../../service/alert/channel_trial.ts";
import { warnOfChannel } from "../../../service/alert/placeholder_warnings.ts";
import { findChannelConfigProblems } from "../../../service/config/problems.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/notifications";
const area = "channels";
const undeliverable = {
  422: "The message couldn't be delivered; `error` quotes the service.",
};

export const channelRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ROOT}/channels`,
    area,
    summary: "List notification channels by name",
    response: { status: 200, schema: z.array(channel) },
    handle: async ({ context }) => await listAllChannels(context),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/channels`,
    area,
    summary: "Create a notification channel",
    body: newChannel,
    findMoreProblems: findChannelConfigProblems,
    response: { status: 201, schema: channel },
    refuses: { 409: "The key is already in use." },
    handle: async ({ context, body }) => warnOfChannel(await createChannel(context, body)),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/channel-types`,
    area,
    summary: "List channel types, their settings and presets",
    response: { status: 200, schema: z.array(channelTypeResponse) },
    handle: async () =>
      CHANNEL_TYPES.map((type) => ({
        type: type.type,
        label: type.label,
        sendsMail: type.sendsMail ?? false,
        schema: describeConfig(type),
        presets: type.presets,
      })),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/channels/test`,
    area,
    summary: "Test a channel without saving it",
    description: "With `channelId`, masked values are replaced with that channel's stored ones.",
    body: channelTest,
    response: { status: 200, schema: ok },
    refuses: undeliverable,
    handle: async ({ context, body }) => {
      await testChannel(context, body);
      return { ok: true };
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/channels/:id`,
    area,
    summary: "Get a notification channel",
    response: { status: 200, schema: channel },
    handle: async ({ context, id }) => await getChannel(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/channels/:id`,
    area,
    summary: "Update a notification channel",
    description: "Omitted fields stay unchanged. `config` and `alertPolicy` are replaced entirely.",
    body: channelChange,
    findMoreProblems: findChannelConfigProblems,
    response: { status: 200, schema: channel },
    handle: async ({ context, id, body }) => warnOfChannel(await updateChannel(context, id, body)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/channels/:id`,
    area,
    summary: "Delete a notification channel",
    description: "Pending deliveries are cancelled.",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeChannel(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/channels/:id/test`,
    area,
    summary: "Send a test message through a channel",
    response: { status: 200, schema: ok },
    refuses: undeliverable,
    handle: async ({ context, id }) => {
      await testSavedChannel(context, id);
      return { ok: true };
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/monitor/:id/channels`,
    area,
    summary: "List the channels a monitor alerts",
    response: { status: 200, schema: channelIds },
    handle: async ({ context, id }) => await getMonitorChannels(context, id),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/monitor/:id/channels`,
    area,
    summary: "Set which channels a monitor alerts",
    body: channelIdsChange,
    response: { status: 200, schema: channelIds },
    handle: async ({ context, id, body }) => await updateMonitorChannels(context, id, body),
  }),
];
