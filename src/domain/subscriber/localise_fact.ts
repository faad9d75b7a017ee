import { isMaintenanceFact, type PublicFact, type PublishedUpdateFact } from "../incident/public_fact.ts";
import { localiseWindow } from "../incident/window_words.ts";
import { type IncidentWords, wordsIn } from "../incident/wording.ts";

export function localiseFact(fact: PublicFact, words: IncidentWords, locale: string): PublicFact {
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
