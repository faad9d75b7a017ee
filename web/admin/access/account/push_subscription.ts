import type { NewPushDevice, PushDevice } from "../../../../src/schema/push_device.ts";
import { addDevice, getPushKey } from "../../api/contact.ts";
import { text } from "../../text/devices.ts";
import { describeDevice } from "./device.ts";

const WORKER = "/admin/push-worker.js";
const KEY = "uptide:push-device";

type Refusal = "insecure" | "ios" | "unsupported" | "denied";

export function findPushRefusal(): Refusal | null {
  if (!window.isSecureContext) return "insecure";
  const hasPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  // iPhones and iPads have it only in apps on the home screen.
  if (!hasPush) return /iPhone|iPad|Macintosh.*Mobile/.test(navigator.userAgent) ? "ios" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

export async function subscribe(): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { publicKey } = await getPushKey();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A subscription made with another key can't be used, and blocks a new one.
  if (known && !isOfKey(known, publicKey)) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = (await pushManager.subscribe(options)).toJSON() as NewPushDevice["subscription"];
  const name = describeDevice(navigator.userAgent) ?? text.unnamed;
  const device = await addDevice({ name, subscription });
  remember(String(device.id));
  return device;
}

export async function unsubscribe(): Promise<void> {
  remember("");
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

export function ownDeviceId(): number | null {
  try {
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null;
  }
}

function remember(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without storage the list doesn't mark this browser.
  }
}

function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === publicKey;
}
