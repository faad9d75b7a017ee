import { isMaintenanceFact, type PublicFact, type ToldUpdate } from "../incident/public_fact.ts";

interface WebhookFacts {
  fact: PublicFact;
  site: { name: string; url: string };
  manageUrl: string;
  /** What a window that will not take place is called, before its name. */
  cancelled: string;
}

/** What a webhook is sent, as a subscriber's program reads it. */
export function webhookBodyOf({ fact, site, manageUrl, cancelled }: WebhookFacts): string {
  const common = {
    event: fact.type,
    occurredAt: toTime(fact.at),
    meta: { manageUrl },
    page: { name: site.name, url: site.url },
  };
  const components = fact.subject.components.map(({ id, name }) => ({ id, name }));
  if (isMaintenanceFact(fact)) {
    const { id, name, description, startsAt, endsAt } = fact.subject;
    const maintenance = {
      id,
      name: fact.news === "cancelled" ? `${cancelled}: ${name}` : name,
      description,
      startsAt: toTime(startsAt),
      endsAt: toTime(endsAt),
      url: `${site.url}/maintenance/${id}`,
    };
    return JSON.stringify({ ...common, maintenance, components });
  }
  const { id, title, status, impact, startedAt, resolvedAt, updates } = fact.subject;
  const incident = {
    ...{ id, title, status, impact },
    startedAt: toTime(startedAt),
    resolvedAt: resolvedAt === null ? null : toTime(resolvedAt),
    url: `${site.url}/incidents/${id}`,
    updates: updates.map(toUpdate),
  };
  const update = fact.update && { update: toUpdate(fact.update) };
  return JSON.stringify({ ...common, incident, ...update, components });
}

function toUpdate({ body, status, postedAt }: ToldUpdate) {
  return { body, status, postedAt: toTime(postedAt) };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
