import type { z } from "zod";
import type {
  Channel,
  channelChange,
  channelIds,
  channelTest,
  channelTypeResponse,
  newChannel,
} from "../../../src/schema/channel.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/notifications";

export type ChannelKind = z.output<typeof channelTypeResponse>;
type ChannelIds = z.output<typeof channelIds>;

export async function listChannels(signal: AbortSignal): Promise<Channel[]> {
  return await request("GET", `${ROOT}/channels`, { signal });
}

export async function listChannelKinds(signal: AbortSignal): Promise<ChannelKind[]> {
  return await request("GET", `${ROOT}/channel-types`, { signal });
}

export async function getChannel(signal: AbortSignal, id: number): Promise<Channel> {
  return await request("GET", `${ROOT}/channels/${id}`, { signal });
}

export async function createChannel(body: z.input<typeof newChannel>): Promise<Channel> {
  return await request("POST", `${ROOT}/channels`, { body });
}

export async function updateChannel(id: number, body: z.input<typeof channelChange>): Promise<Channel> {
  return await request("PATCH", `${ROOT}/channels/${id}`, { body });
}

export async function removeChannel(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/channels/${id}`);
}

export async function testChannel(body: z.input<typeof channelTest>): Promise<void> {
  await request("POST", `${ROOT}/channels/test`, { body });
}

export async function testSavedChannel(id: number): Promise<void> {
  await request("POST", `${ROOT}/channels/${id}/test`);
}

export async function getMonitorChannels(signal: AbortSignal, monitorId: number): Promise<ChannelIds> {
  return await request("GET", `${ROOT}/monitor/${monitorId}/channels`, { signal });
}

export async function updateMonitorChannels(monitorId: number, ids: readonly number[]): Promise<ChannelIds> {
  return await request("PUT", `${ROOT}/monitor/${monitorId}/channels`, { body: { channelIds: ids } });
}
