import type { NotifiedEventType } from "../schema/incident_status.ts";
import type { WebhookMethod } from "../schema/subscriber.ts";
import { type HttpClient, hostOf, httpSend, signatureHeaders } from "./http_send.ts";

export interface SubscriberCall {
  id: string;
  url: string;
  method: WebhookMethod;
  event: NotifiedEventType;
  body: string;
  headers: Readonly<Record<string, string>>;
  signingSecret: string | null;
}

/** Subscribers can't set these, even if an earlier release stored them. */
const OURS = /^(content-type|content-length|host|connection|user-agent|webhook-.*|x-svc-.*)$/i;

export async function sendToSubscriber(wire: HttpClient, call: SubscriberCall): Promise<number> {
  const { id, url, method, event, body, signingSecret } = call;
  const own = Object.entries(call.headers).filter(([name]) => !OURS.test(name));
  const signature = signingSecret ? await signatureHeaders(signingSecret, { id, now: wire.now, body }) : {};
  const { status } = await httpSend(wire, {
    service: hostOf(url),
    url,
    method,
    body,
    headers: {
      ...Object.fromEntries(own),
      "Content-Type": "application/json",
      "X-SVC-Event": event,
      ...signature,
    },
    secrets: [...(signingSecret ? [signingSecret] : []), ...own.map(([, value]) => value)],
  });
  return status;
}
