import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_template.ts";
import { nameSome } from "./some.ts";

export const text: Translation<typeof english> = {
  title: "Szablony incydentów",
  lead: "Gotowe teksty incydentów otwieranych automatycznie i zgłaszanych ręcznie.",
  add: "Dodaj szablon",
  newTitle: "Nowy szablon incydentu",
  editTitle: (name) => `Edycja: ${name}`,
  back: "Incydenty",
  columns: { name: "Szablon", impact: "Wpływ", languages: "Języki", actions: "Działania" },
  isDefault: "Domyślny",
  builtIn: "Wbudowany",
  onlyMain: "Tylko tekst główny",
  menu: (name) => `Działania: ${name}`,
  edit: "Edytuj",
  makeDefault: "Ustaw jako domyślny",
  remove: "Usuń",
  what: { title: "Szablon", lead: "Jego nazwa w panelu i waga incydentów." },
  name: "Nazwa",
  namePlaceholder: "Operator płatności",
  impact: "Wpływ",
  useAsDefault: "Używaj domyślnie",
  useAsDefaultHint: "Dla każdego monitora bez własnego szablonu.",
  isDefaultHint: "To szablon domyślny. Aby go zmienić, ustaw inny jako domyślny.",
  words: {
    title: "Teksty",
    lead: "Wypełniane przy otwarciu incydentu. Języki bez własnych tekstów używają tekstu głównego.",
  },
  language: "Język",
  main: "Tekst główny",
  addLanguage: "Dodaj język",
  code: "Kod języka",
  codeHint: "Na przykład pl lub pt-br.",
  codeKnown: "Ten język ma już teksty.",
  addThis: "Dodaj",
  removeLanguage: (name) => `Usuń: ${name}`,
  wordsOf: {
    title: "Tytuł",
    body: "Pierwszy komunikat",
    resolvedBody: "Komunikat po rozwiązaniu",
  },
  emptyMeansMain: "Zostaw puste, aby użyć tekstu głównego.",
  create: "Dodaj szablon",
  save: "Zapisz",
  cancel: "Anuluj",
  created: (name) => `Dodano: ${name}.`,
  saved: (name) => `Zapisano: ${name}.`,
  nowDefault: (name) => `Szablon domyślny: ${name}.`,
  removeTitle: (name) => `Usunąć „${name}”?`,
  removeLead: "Tego nie można cofnąć.",
  removeEnds: (monitors) => [
    monitors === undefined
      ? "Monitory, które go używają, przejdą na domyślny."
      : monitors.length === 0
        ? "Żaden monitor go nie używa."
        : `Na szablon domyślny przejdą: ${nameSome(monitors)}.`,
    "Istniejące incydenty zachowają swoje teksty.",
  ],
  removed: (name) => `Usunięto: ${name}.`,
  missing: "Nie ma takiego szablonu.",
};
