import { z } from "zod";
import { contact, contactChange } from "../../schema/contact.ts";
import { newPushDevice, pushDevice, pushKey, pushRenewal } from "../../schema/push_device.ts";
import { limitReads } from "../../service/access/public_limit.ts";
import { getContact, updateContact } from "../../service/on_call/contact.ts";
import {
  createDevice,
  listDevices,
  removeDevice,
  renewDevice,
  testDevice,
} from "../../service/on_call/device.ts";
import { getPublicPushKey } from "../../service/on_call/push_key.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

const DEVICES = "/api/v1/auth/devices";
const CONTACT = "/api/v1/auth/contact";
const area = "own";

export const contactRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: DEVICES,
    area,
    summary: "List your devices for push notifications",
    answer: { status: 200, schema: z.array(pushDevice) },
    handle: async ({ context }) => await listDevices(context),
  }),
  endpoint({
    method: "GET",
    path: `${DEVICES}/key`,
    area,
    summary: "Get the key that browsers subscribe to push messages with",
    answer: { status: 200, schema: pushKey },
    handle: async ({ context }) => ({ publicKey: await getPublicPushKey(context.env) }),
  }),
  endpoint({
    method: "POST",
    path: DEVICES,
    area,
    summary: "Add a device for push notifications",
    description: "A browser that is added again keeps its id.",
    body: newPushDevice,
    answer: { status: 201, schema: pushDevice },
    refuses: { 409: "There are 20 devices, or there is no address for push services to write to." },
    handle: async ({ context, body }) => await createDevice(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${DEVICES}/renew`,
    area: "public",
    limit: limitReads,
    summary: "Exchange a device's subscription for the one the browser has now",
    description: "Called by the browser, with or without a session: the old subscription's secret proves it.",
    body: pushRenewal,
    answer: { status: 204 },
    refuses: { 404: "The old subscription is none of a device.", 429: "More than 60 in a minute." },
    handle: async ({ context, body }) => await renewDevice(context, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${DEVICES}/:id`,
    area,
    summary: "Remove one of your devices",
    answer: { status: 204 },
    handle: async ({ context, id }) => await removeDevice(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${DEVICES}/:id/test`,
    area,
    summary: "Send a test notification to one of your devices",
    answer: { status: 204 },
    refuses: { 422: "The push service does not accept it. A device that it no longer knows is removed." },
    handle: async ({ context, id }) => await testDevice(context, id),
  }),
  endpoint({
    method: "GET",
    path: CONTACT,
    area,
    summary: "Show how you are notified",
    answer: { status: 200, schema: contact },
    handle: async ({ context }) => await getContact(context),
  }),
  endpoint({
    method: "PUT",
    path: CONTACT,
    area,
    summary: "Change how you are notified",
    body: contactChange,
    answer: { status: 200, schema: contact },
    handle: async ({ context, body }) => await updateContact(context, body),
  }),
];
