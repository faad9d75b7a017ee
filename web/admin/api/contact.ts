import type { Contact, ContactChange } from "../../../src/schema/contact.ts";
import type { NewPushDevice, PushDevice } from "../../../src/schema/push_device.ts";
import { request } from "../../lib/api.ts";

const DEVICES = "/api/v1/auth/devices";
const CONTACT = "/api/v1/auth/contact";

export async function listDevices(signal: AbortSignal): Promise<PushDevice[]> {
  return await request("GET", DEVICES, { signal });
}

export async function getPushKey(): Promise<{ publicKey: string }> {
  return await request("GET", `${DEVICES}/key`);
}

export async function addDevice(body: NewPushDevice): Promise<PushDevice> {
  return await request("POST", DEVICES, { body });
}

export async function removeDevice(id: number): Promise<void> {
  await request("DELETE", `${DEVICES}/${id}`);
}

export async function testDevice(id: number): Promise<void> {
  await request("POST", `${DEVICES}/${id}/test`);
}

export async function getContact(signal: AbortSignal): Promise<Contact> {
  return await request("GET", CONTACT, { signal });
}

export async function updateContact(body: ContactChange): Promise<Contact> {
  return await request("PUT", CONTACT, { body });
}
