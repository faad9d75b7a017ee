import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../post_mortem.ts";

export const text: Translation<typeof english> = {
  title: "Analiza po incydencie",
  lead: "Co się stało, dlaczego i jak temu zapobiec.",
  begin: "Napisz analizę",
  body: "Tekst",
  placeholder: "# Co się stało\n\n# Dlaczego\n\n# Co z tym robimy",
  isPublished: "Opublikowana",
  publishHint: (isNotified) =>
    isNotified
      ? "Publikuje osobną stronę i jednorazowo powiadamia subskrybentów incydentu."
      : "Publikuje osobną stronę. Subskrybenci nie są powiadamiani.",
  draftFirst: "Najpierw opublikuj incydent.",
  saveDraft: "Zapisz szkic",
  publish: "Opublikuj analizę",
  save: "Zapisz analizę",
  takeBack: "Cofnij publikację",
  saved: "Zapisano analizę.",
  published: "Opublikowano analizę.",
  onPage: "Zobacz na stronie stanu",
  remove: "Usuń analizę",
  removeTitle: "Usunąć analizę po incydencie?",
  removeLead: "Tego nie można cofnąć.",
  removeEnds: ["Zniknie ze strony stanu i z kanałów RSS. Nikt nie zostanie powiadomiony."],
  removed: "Usunięto analizę.",
};
