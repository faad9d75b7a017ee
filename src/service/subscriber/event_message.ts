import type { SubscriberRow } from "../../data/subscriber.ts";
import {
  isMaintenanceFact,
  type PublicFact,
  type PublishedUpdateFact,
} from "../../domain/incident/public_fact.ts";
import { localiseWindow } from "../../domain/incident/window_words.ts";
import { type IncidentWords, wordsIn } from "../../domain/incident/wording.ts";
import { webhookBodyOf } from "../../domain/subscriber/webhook_body.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import type { Mail } from "../../notify/mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { makeEventMail } from "../../notify/subscriber_mail/event.ts";
import type { MailSite } from "../../notify/subscriber_mail/facts.ts";
import type { SubscriberCall } from "../../notify/subscriber_webhook.ts";
import type { SubscriberPage } from "./page.ts";
import {
  manageUrlOf,
  openManageToken,
  subscriberSecretName,
  unsubscribeTokenOf,
  unsubscribeUrlOf,
} from "./token.ts";

export interface EventToSend {
  fact: PublicFact;
  words: IncidentWords;
  page: SubscriberPage;
  site: MailSite;
}

export async function makeMailTo(
  env: Env,
  subscriber: SubscriberRow,
  { fact, words, page, site }: EventToSend,
): Promise<Mail> {
  const { locale, texts } = page.textsIn(subscriber.locale);
  const token = await openToken(env, subscriber);
  return makeEventMail({
    site,
    texts,
    locale,
    to: subscriber.email,
    manageUrl: manageUrlOf(site.url, token),
    unsubscribeUrl: unsubscribeUrlOf(site.url, await unsubscribeTokenOf(token)),
    event: localiseFact(fact, words, locale),
    ...mailIdsOf(fact, subscriber.id, site),
  });
}

export async function makeCallTo(
  env: Env,
  subscriber: SubscriberRow,
  { deliveryId, fact, words, page, site }: EventToSend & { deliveryId: number },
): Promise<SubscriberCall> {
  const { locale, texts } = page.textsIn(subscriber.locale);
  const { destination: url, webhookMethod: method, webhookHeaders, sealName, signingSecret } = subscriber;
  const headers = await Promise.all(
    Object.entries(webhookHeaders).map(async ([name, sealed]) => [
      name,
      await open(env, sealed, subscriberSecretName(sealName, `headers/${name}`)),
    ]),
  );
  return {
    url,
    method,
    event: fact.type,
    id: `delivery-${deliveryId}`,
    body: webhookBodyOf({
      fact: localiseFact(fact, words, locale),
      site,
      manageUrl: manageUrlOf(site.url, await openToken(env, subscriber)),
      cancelled: texts["maintenance.cancelled"] ?? "",
    }),
    headers: Object.fromEntries(headers),
    signingSecret:
      signingSecret === null
        ? null
        : await open(env, signingSecret, subscriberSecretName(sealName, "signing")),
  };
}

/** Threads a topic's emails, also for those who missed the first one. */
function mailIdsOf(fact: PublicFact, subscriberId: number, site: MailSite) {
  const host = new URL(site.url).hostname.replace(/[^\w.-]/g, "") || "uptide.invalid";
  const noun = isMaintenanceFact(fact) ? "maintenance" : "incident";
  const threadId = `${noun}-${fact.subject.id}.${subscriberId}@${host}`;
  const isFirst = fact.type === "incident.created" || (isMaintenanceFact(fact) && fact.news === "scheduled");
  return isFirst
    ? { messageId: threadId, threadId: null }
    : { messageId: `${fact.id}.${subscriberId}@${host}`, threadId };
}

async function openToken(env: Env, subscriber: SubscriberRow): Promise<string> {
  const token = await openManageToken(env, subscriber);
  if (token !== null) return token;
  throw sealed();
}

async function open(env: Env, value: string, name: string): Promise<string> {
  const plain = await (await secretBoxOf(env)).open(value, name);
  if (plain !== null) return plain;
  throw sealed();
}

function sealed(): SendFault {
  return new SendFault("SECRET_KEY doesn't decrypt this subscriber's data.");
}

function localiseFact(fact: PublicFact, words: IncidentWords, locale: string): PublicFact {
  if (isMaintenanceFact(fact)) return { ...fact, subject: localiseWindow(fact.subject, locale) };
  const own = words[fact.subject.id];
  if (!own) return fact;
  const localise = (update: PublishedUpdateFact) => ({
    ...update,
    ...wordsIn(own.updates[update.id] ?? {}, locale),
  });
  const { postMortem, updates } = fact.subject;
  return {
    ...fact,
    subject: {
      ...fact.subject,
      ...wordsIn(own.title, locale),
      updates: updates.map(localise),
      ...(postMortem && { postMortem: { ...postMortem, ...wordsIn(own.postMortem ?? {}, locale) } }),
    },
    update: fact.update && localise(fact.update),
  };
}
