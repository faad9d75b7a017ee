import type { z } from "zod";
import type {
  AudienceQuery,
  AudienceResponse,
  SubscriberQuery,
  subscriberPage,
} from "../../../src/schema/subscriber_list.ts";
import { request, requestText } from "../../lib/api.ts";
import { ofChosenPage } from "../../lib/chosen_page.ts";

const root = () => ofChosenPage("/subscribers");

export type SubscriberFilter = { [Name in keyof SubscriberQuery]?: string | number | undefined };

export async function listSubscribers(
  signal: AbortSignal,
  filter: SubscriberFilter,
): Promise<z.output<typeof subscriberPage>> {
  return await request("GET", root(), { signal, query: filter });
}

export async function exportSubscribers(
  query: Omit<SubscriberFilter, "page" | "limit"> & { ids?: string },
): Promise<string> {
  return await requestText(`${root()}/export`, { query });
}

export async function eraseSubscriber(id: number): Promise<void> {
  await request("DELETE", `${root()}/${id}`);
}

export async function countAudience(
  {
    type,
    monitorIds,
    pageKeys = [],
  }: {
    type: AudienceQuery["type"];
    monitorIds?: readonly number[] | undefined;
    pageKeys?: readonly string[] | undefined;
  },
  signal: AbortSignal,
): Promise<AudienceResponse> {
  const query = { type, monitorIds: monitorIds?.join(","), pageKeys: pageKeys.join(",") || undefined };
  return await request("GET", `${root()}/count`, { signal, query });
}
