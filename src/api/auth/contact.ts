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
    response: { status: 200, schema: z.array(pushDevice) },
    handle: async ({ context }) => await listDevices(context),
  }),
  endpoint({
    method: "GET",
    path: `${DEVICES}/key`,
    area,
    summary: "Get the public key for browser push subscriptions",
    response: { status: 200, schema: pushKey },
    handle: async ({ context }) => ({ publicKey: await getPublicPushKey(context.env) }),
  }),
  endpoint({
    method: "POST",
    path: DEVICES,
    area,
    summary: "Add a device for push notifications",
    description: "A browser added again keeps its id.",
    body: newPushDevice,
    response: { status: 201, schema: pushDevice },
    refuses: {
      409: "The limit of 20 devices is reached, or no contact address for push services is configured.",
    },
    handle: async ({ context, body }) => await createDevice(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${DEVICES}/renew`,
    area: "public",
    limit: limitReads,
    summary: "Replace a device's push subscription",
    description:
      "Called by the browser, with or without a session. The old subscription's secret authenticates the request.",
    body: pushRenewal,
    response: { status: 204 },
    refuses: { 404: "No device has the old subscription.", 429: "More than 60 in a minute." },
    handle: async ({ context, body }) => await renewDevice(context, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${DEVICES}/:id`,
    area,
    summary: "Remove one of your devices",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeDevice(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${DEVICES}/:id/test`,
    area,
    summary: "Send a test notification to one of your devices",
    response: { status: 204 },
    refuses: { 422: "The push service rejected it. A device it no longer knows is removed." },
    handle: async ({ context, id }) => await testDevice(context, id),
  }),
  endpoint({
    method: "GET",
    path: CONTACT,
    area,
    summary: "Get how you are notified",
    response: { status: 200, schema: contact },
    handle: async ({ context }) => await getContact(context),
  }),
  endpoint({
    method: "PUT",
    path: CONTACT,
    area,
    summary: "Update how you are notified",
    body: contactChange,
    response: { status: 200, schema: contact },
    handle: async ({ context, body }) => await updateContact(context, body),
  }),
];
