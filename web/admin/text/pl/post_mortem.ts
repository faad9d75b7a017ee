import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../post_mortem.ts";

export const text: Translation<typeof english> = {
  title: "Analiza po incydencie",
  lead: "Co się stało, dlaczego i co zrobiono, aby się nie powtórzyło.",
  begin: "Napisz analizę",
  body: "Tekst",
  placeholder: "# Co się stało\n\n# Dlaczego\n\n# Co z tym robimy",
  isPublished: "Opublikowana",
  publishHint: (isNotified) =>
    isNotified
      ? "Ma własną stronę i jest w kanałach RSS, a każdy, kogo powiadomiono o incydencie, zostanie o niej powiadomiony jeden raz."
      : "Ma własną stronę i jest w kanałach RSS. Subskrybenci nie są powiadamiani.",
  draftFirst: "Incydent jest szkicem: opublikuj go przed analizą.",
  saveDraft: "Zapisz szkic",
  publish: "Opublikuj analizę",
  save: "Zapisz analizę",
  takeBack: "Wycofaj",
  saved: "Analiza została zapisana.",
  published: "Analiza została opublikowana.",
  onPage: "Na stronie stanu",
  remove: "Usuń analizę",
  removeTitle: "Usunąć analizę po incydencie?",
  removeLead: "Tego nie można cofnąć.",
  removeEnds: ["Zniknie ze strony stanu i z kanałów RSS. Nikt nie zostanie powiadomiony."],
  removed: "Analiza została usunięta.",
};
