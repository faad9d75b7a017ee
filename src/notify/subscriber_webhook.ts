import type { ToldEventType } from "../schema/incident_status.ts";
import type { WebhookMethod } from "../schema/subscriber.ts";
import { type HttpClient, hostOf, httpSend } from "./http_send.ts";
import { signatureHeaders } from "./signature.ts";

export interface SubscriberCall {
  /** The same at every attempt. */
  id: string;
  url: string;
  method: WebhookMethod;
  event: ToldEventType;
  body: string;
  /** The subscriber's own, in the clear. */
  headers: Readonly<Record<string, string>>;
  signingSecret: string | null;
}

/** What a subscriber can't set, also where an earlier release let them. */
const OURS = /^(content-type|content-length|host|connection|user-agent|webhook-.*|x-svc-.*)$/i;

/** Answers the status of a 2xx; whatever else comes of it is a SendFault. */
export async function sendToSubscriber(wire: HttpClient, call: SubscriberCall): Promise<number> {
  const { id, url, method, event, body, signingSecret } = call;
  const own = Object.entries(call.headers).filter(([name]) => !OURS.test(name));
  const signature = signingSecret ? await signatureHeaders(signingSecret, { id, now: wire.now, body }) : {};
  const { status } = await httpSend(wire, {
    service: hostOf(url),
    ...{ url, method, body },
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
