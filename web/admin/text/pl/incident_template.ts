import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_template.ts";
import { nameSome } from "./some.ts";

export const text: Translation<typeof english> = {
  title: "Szablony incydentów",
  lead: "Teksty incydentów, które otwierają się automatycznie, gdy monitor długo nie działa, i tych zgłaszanych ręcznie.",
  add: "Dodaj szablon",
  newTitle: "Nowy szablon incydentu",
  editTitle: (name) => `Edycja: ${name}`,
  back: "Incydenty",
  columns: { name: "Szablon", impact: "Wpływ", languages: "Języki", actions: "Działania" },
  isDefault: "Domyślny",
  builtIn: "Wbudowany w Uptide",
  onlyMain: "Tylko wersja główna",
  menu: (name) => `Działania: ${name}`,
  edit: "Edytuj",
  makeDefault: "Ustaw jako domyślny",
  remove: "Usuń",
  what: { title: "Szablon", lead: "Jego nazwa w panelu i waga incydentów." },
  name: "Nazwa",
  namePlaceholder: "Operator płatności",
  impact: "Wpływ",
  useAsDefault: "Używaj domyślnie",
  useAsDefaultHint: "Dla każdego monitora, który nie ma własnego szablonu.",
  isDefaultHint: "To szablon domyślny. Aby go zmienić, ustaw inny jako domyślny.",
  words: {
    title: "Teksty",
    lead: "Wypełniane, gdy incydent się otwiera. Język bez własnych tekstów pokazuje wersję główną.",
  },
  language: "Język",
  main: "Wersja główna",
  addLanguage: "Dodaj język",
  code: "Kod języka",
  codeHint: "Na przykład pl lub pt-br.",
  codeKnown: "Ten język ma już teksty.",
  addThis: "Dodaj",
  removeLanguage: (name) => `Usuń: ${name}`,
  wordsOf: {
    title: "Tytuł",
    body: "Pierwszy komunikat",
    resolvedBody: "Ostatni komunikat, po zakończeniu",
  },
  emptyMeansMain: "Puste: wersja główna.",
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
      ? "Monitory, które go używają, użyją odtąd domyślnego."
      : monitors.length === 0
        ? "Żaden monitor nie otwiera z nim incydentów."
        : `Odtąd domyślnego szablonu użyją: ${nameSome(monitors)}.`,
    "Istniejące incydenty zachowają swoje teksty.",
  ],
  removed: (name) => `Usunięto: ${name}.`,
  missing: "Tego szablonu już nie ma.",
};
