import type { PushNote } from "../src/domain/on_call/push_note.ts";

/** TypeScript checks this folder with the types of a page, which lack a service worker's. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  data?: { json(): PushNote };
  notification: Notification;
  action: string;
}
interface SubscriptionChange {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}
interface WindowClient {
  navigate(url: string): Promise<WindowClient | null>;
  focus(): Promise<WindowClient>;
}
interface Worker extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window" }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
}
interface Shown extends NotificationOptions {
  data: PushNote;
  actions: { action: string; title: string }[];
  renotify: boolean;
}

const worker = self as unknown as Worker;
const ACKNOWLEDGE = "acknowledge";

async function show(note: PushNote): Promise<void> {
  const { title, body, tag, acknowledge, isAlarm } = note;
  // Browsers withdraw the permission of a worker that gets a push and shows nothing.
  const options: Shown = {
    body,
    tag,
    data: note,
    icon: "/admin/icon.png",
    actions: acknowledge ? [{ action: ACKNOWLEDGE, title: acknowledge.label }] : [],
    requireInteraction: isAlarm,
    renotify: isAlarm,
    silent: !isAlarm,
  };
  await worker.registration.showNotification(title, options);
  if (!isAlarm) await closeAlarms(note);
}

/** An alarm about several monitors closes once all of them have news. */
async function closeAlarms({ monitorIds, tag }: PushNote): Promise<void> {
  const over = new Set(monitorIds);
  for (const shown of await worker.registration.getNotifications()) {
    const { isAlarm, monitorIds: alarmed } = shown.data as PushNote;
    if (shown.tag !== tag && isAlarm && alarmed.length > 0 && alarmed.every((id) => over.has(id)))
      shown.close();
  }
}

/** The acknowledgement comes back as a push to every device, so only a failure is shown here. */
async function acknowledge(note: PushNote): Promise<void> {
  if (!note.acknowledge) return;
  const { path, failed } = note.acknowledge;
  try {
    const response = await fetch(path, { method: "POST", headers: { Accept: "application/json" } });
    if (response.ok) return;
    const { error } = (await response.json()) as { error: string };
    await show({ ...note, body: error, acknowledge: null });
  } catch {
    await show({ ...note, body: failed });
  }
}

/** Browsers replace subscriptions now and then. Without this, alerts would stop reaching this device. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  if (!oldSubscription) return;
  const { options } = oldSubscription;
  const subscription = newSubscription ?? (await worker.registration.pushManager.subscribe(options));
  await fetch("/api/v1/auth/devices/renew", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ old: oldSubscription, subscription }),
  });
}

async function open(path: string): Promise<void> {
  const [client] = await worker.clients.matchAll({ type: "window" });
  if (client) await (await client.navigate(path))?.focus();
  else await worker.clients.openWindow(path);
}

function on(name: string, handle: (event: WorkerEvent) => Promise<void>): void {
  worker.addEventListener(name, (event) => {
    const own = event as WorkerEvent;
    own.waitUntil(handle(own));
  });
}

on("push", async ({ data }) => {
  if (data) await show(data.json());
});
on("pushsubscriptionchange", async (event) => await renew(event as unknown as SubscriptionChange));
on("notificationclick", async ({ notification, action }) => {
  notification.close();
  const note = notification.data as PushNote;
  if (action === ACKNOWLEDGE) await acknowledge(note);
  else await open(note.path);
});
