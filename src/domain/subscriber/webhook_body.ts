import { saidOf } from "../incident/incident.ts";
import { isMaintenanceFact, type PublicFact, type PublishedUpdateFact } from "../incident/public_fact.ts";

interface WebhookFacts {
  fact: PublicFact;
  site: { name: string; url: string };
  manageUrl: string;
  cancelled: string;
}

export function webhookBodyOf({ fact, site, manageUrl, cancelled }: WebhookFacts): string {
  const common = {
    event: fact.type,
    occurredAt: toTime(fact.at),
    meta: { manageUrl },
    page: { name: site.name, url: site.url },
  };
  if (isMaintenanceFact(fact)) {
    const { id, name, description, startsAt, endsAt } = fact.subject;
    const components = fact.subject.components.map((one) => ({ id: one.id, name: one.name }));
    const maintenance = {
      id,
      name: fact.news === "cancelled" ? `${cancelled}: ${name}` : name,
      description,
      startsAt: toTime(startsAt),
      endsAt: toTime(endsAt),
      ...(fact.news !== "cancelled" && { url: `${site.url}/maintenance/${id}` }),
    };
    return JSON.stringify({ ...common, maintenance, components });
  }
  const { id, title, status, impact, startedAt, resolvedAt, updates } = fact.subject;
  const components = fact.subject.components.map(({ id, name, status }) => ({ id, name, status }));
  const updateOf = (update: PublishedUpdateFact) => toUpdate(update, components);
  const incident = {
    id,
    title,
    status,
    impact,
    startedAt: toTime(startedAt),
    resolvedAt: resolvedAt === null ? null : toTime(resolvedAt),
    url: `${site.url}/incidents/${id}`,
    updates: updates.map(updateOf),
  };
  const { postMortem } = fact.subject;
  const written = postMortem && {
    postMortem: {
      body: postMortem.body,
      publishedAt: toTime(postMortem.publishedAt),
      url: `${incident.url}/post-mortem`,
    },
  };
  const update = fact.update && { update: updateOf(fact.update) };
  return JSON.stringify({ ...common, incident, ...update, ...written, components });
}

function toUpdate(
  { body, status, postedAt, said = {} }: PublishedUpdateFact,
  components: readonly { id: number; name: string }[],
) {
  const own = saidOf(components, said);
  return { body, status, postedAt: toTime(postedAt), ...(own.length > 0 && { components: own }) };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
