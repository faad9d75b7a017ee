import type { z } from "zod";
import type { DeliveryDetail, DeliveryQuery, deliveryPage } from "../../../src/schema/delivery.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/notifications/deliveries";

export type DeliveryFilter = {
  [Name in keyof DeliveryQuery]?: string | number | undefined;
};

export async function listDeliveries(
  signal: AbortSignal,
  filter: DeliveryFilter,
): Promise<z.output<typeof deliveryPage>> {
  return await request("GET", ROOT, { signal, query: filter });
}

export async function getDelivery(id: number, signal?: AbortSignal): Promise<DeliveryDetail> {
  return await request("GET", `${ROOT}/${id}`, signal ? { signal } : {});
}

export async function retryDelivery(id: number): Promise<DeliveryDetail> {
  return await request("POST", `${ROOT}/${id}/retry`);
}
