import type { z } from "zod";
import type {
  SubscriberDeliveryDetail,
  SubscriberDeliveryQuery,
  subscriberDeliveryPage,
} from "../../../src/schema/subscriber_delivery.ts";
import { request } from "../../lib/api.ts";
import { ofChosenPage } from "../../lib/chosen_page.ts";

const root = () => ofChosenPage("/subscribers/deliveries");

type SubscriberDeliveryFilter = {
  [Name in keyof SubscriberDeliveryQuery]?: string | number | undefined;
};

export async function listSubscriberDeliveries(
  signal: AbortSignal,
  filter: SubscriberDeliveryFilter,
): Promise<z.output<typeof subscriberDeliveryPage>> {
  return await request("GET", root(), { signal, query: filter });
}

export async function getSubscriberDelivery(
  id: number,
  signal: AbortSignal,
): Promise<SubscriberDeliveryDetail> {
  return await request("GET", `${root()}/${id}`, { signal });
}

export async function retrySubscriberDelivery(id: number): Promise<SubscriberDeliveryDetail> {
  return await request("POST", `${root()}/${id}/retry`);
}
