import PostalMime, { type Email } from "postal-mime";
import type {
  IncidentFact,
  MaintenanceFact,
  MaintenanceNews,
  PublishedUpdateFact,
} from "../../src/domain/incident/public_fact.ts";
import { textsFor } from "../../src/domain/page/language.ts";
import { PAGE_TEXTS } from "../../src/domain/page/texts.ts";
import type { Mail } from "../../src/notify/mail.ts";
import { formatMail, parseMailAddress } from "../../src/notify/mime.ts";
import type { EventMailFacts, MailSite, NoticeMailFacts } from "../../src/notify/subscriber_mail/facts.ts";

export const AT = Date.UTC(2026, 2, 1, 12, 5);
export const UNSUBSCRIBE = "https://status.test/api/v1/public/subscriptions/unsubscribe?token=once_Only-1";
export const MANAGE = "https://status.test/#subscription=manage_Token-2";

export const SITE: MailSite = {
  name: "Acme Status",
  url: "https://status.test",
  wordmark: "ACME",
  logoUrl: null,
  logoDarkUrl: null,
  colors: null,
};

export function textsIn(locale: string, translations: Record<string, string> = {}) {
  return textsFor(locale, { translations, texts: PAGE_TEXTS });
}

function commonFacts(locale: string) {
  return {
    site: SITE,
    texts: textsIn(locale),
    locale,
    to: "ann@example.com",
    messageId: "incident-7-update-3.5@status.test",
    unsubscribeUrl: UNSUBSCRIBE,
  };
}

export function noticeFacts(more: Partial<NoticeMailFacts> = {}): NoticeMailFacts {
  const common = commonFacts(more.locale ?? "en");
  return { ...common, actionUrl: MANAGE, webhookUrl: null, lastError: null, ...more };
}

export function eventFacts(
  event: EventMailFacts["event"],
  more: Partial<EventMailFacts> = {},
): EventMailFacts {
  return { ...commonFacts(more.locale ?? "en"), manageUrl: MANAGE, event, threadId: null, ...more };
}

export const UPDATE: PublishedUpdateFact = {
  id: 3,
  status: "identified",
  postedAt: AT,
  body: "The **cause** is known.\n\n- one\n- two [here](https://acme.test/post)",
};

export function incident(
  type: IncidentFact["type"],
  { update = UPDATE, ...subject }: Partial<IncidentFact["subject"]> & { update?: PublishedUpdateFact } = {},
): IncidentFact {
  return {
    id: "incident-7-update-3",
    type,
    at: AT,
    update: type === "incident.created" ? null : update,
    subject: {
      id: 7,
      title: "Checkout is slow",
      status: update.status,
      impact: "major",
      pageWide: false,
      startedAt: AT - 65 * 60_000,
      resolvedAt: update.status === "resolved" ? AT : null,
      components: [
        { id: 1, name: "Checkout" },
        { id: 2, name: "Payments" },
      ],
      updates: [update],
      ...subject,
    },
  };
}

export function maintenance(
  news: MaintenanceNews,
  subject: Partial<MaintenanceFact["subject"]> = {},
): MaintenanceFact {
  return {
    id: `maintenance-4-${news}`,
    at: AT,
    news,
    type: news === "started" || news === "completed" ? `maintenance.${news}` : "maintenance.scheduled",
    subject: {
      id: 4,
      name: "New database",
      description: "Sign-in may take **longer**.",
      allMonitors: false,
      startsAt: AT + 3_600_000,
      endsAt: AT + 3 * 3_600_000,
      components: [{ id: 1, name: "Sign-in" }],
      ...subject,
    },
  };
}

export async function readMail(mail: Mail): Promise<Email & { header(name: string): string | null }> {
  const to = mail.to.map((text) => parseMailAddress(text)!);
  const from = parseMailAddress("status@acme.test")!;
  const read = await PostalMime.parse(formatMail(mail, { from, fromName: "Acme", to, now: AT }));
  const header = (name: string) => {
    const found = read.headers.filter(({ key }) => key === name.toLowerCase());
    if (found.length > 1) throw new Error(`${name} appears twice`);
    return found[0]?.value ?? null;
  };
  return { ...read, header };
}
