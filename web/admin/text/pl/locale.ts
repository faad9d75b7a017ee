import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../locale.ts";
import { count, formOf } from "./plural.ts";

const OWN = ["własny tekst", "własne teksty", "własnych tekstów"] as const;
const TEXTS = ["tekst", "teksty", "tekstów"] as const;

export const text: Translation<typeof english> = {
  title: "Języki",
  lead: "Języki strony stanu. Odwiedzający widzą domyślny, chyba że wybiorą inny.",
  back: "Języki",
  add: "Dodaj język",
  addTitle: "Nowy język",
  complete: "Gotowe do użycia",
  other: "Inny język",
  name: "Nazwa",
  nameHint: "Widoczna w menu strony. Użyj nazwy w tym języku.",
  namePlaceholder: "Svenska",
  code: "Kod",
  codeHint: "Na przykład sv lub de-at.",
  codePlaceholder: "sv",
  added: (name, isShown) =>
    isShown
      ? `Pokazano na stronie: ${name}.`
      : `Dodano: ${name}. Odwiedzający zobaczą ten język, gdy pokażesz go na stronie.`,
  shown: "Widoczny dla odwiedzających",
  shownDefault: "Język domyślny jest zawsze widoczny.",
  shownWhole: "W pełni przetłumaczony.",
  shownMissing: (number) => `Po angielsku: ${count(number, TEXTS)}.`,
  isHidden: "Ukryty",
  show: "Pokaż na stronie",
  hide: "Ukryj na stronie",
  nowShown: (name) => `Pokazano na stronie: ${name}.`,
  nowHidden: (name) => `Ukryto na stronie: ${name}.`,
  columns: { language: "Język", texts: "Teksty", actions: "Działania" },
  menu: (name) => `Działania: ${name}`,
  isDefault: "Domyślny",
  whole: "Kompletny",
  missing: (number) => `${count(number, TEXTS)} po angielsku`,
  own: (number) => (number === 0 ? "" : count(number, OWN)),
  edit: "Edytuj teksty",
  makeDefault: "Ustaw jako domyślny",
  madeDefault: (name) => `Język domyślny: ${name}.`,
  remove: "Usuń",
  removeTitle: (name) => `Usunąć „${name}”?`,
  removeLead: "Odwiedzający, którzy go używają, zobaczą język domyślny.",
  removeEnds: (number) =>
    number === 0
      ? ["Brak tłumaczeń."]
      : [
          `${formOf(number, ["Przepadnie", "Przepadną", "Przepadnie"])} ${count(number, ["tłumaczenie", "tłumaczenia", "tłumaczeń"])}.`,
        ],
  removed: (name) => `Usunięto: ${name}.`,
  editTitle: (name) => `Teksty: ${name}`,
  filter: {
    search: "Szukaj tekstów",
    group: "Sekcja",
    allGroups: "Wszystkie sekcje",
    show: "Pokaż",
    all: "Wszystkie",
    missing: "Brakujące",
    own: "Własne",
  },
  found: (number) => count(number, TEXTS),
  none: "Brak wyników.",
  clear: "Wyczyść filtry",
  translation: (key) => `Tekst: ${key}`,
  fallsTo: {
    own: "Wyczyść, aby przywrócić wbudowany tekst.",
    ownEnglish: "Wyczyść, aby użyć tekstu angielskiego.",
    english: "Jeśli puste, używany jest tekst angielski.",
    built: "Wbudowany tekst. Wpisz własny, aby go zastąpić.",
  },
  missingMark: "Brakuje",
  lostPlaceholders: "W niektórych tekstach brakuje znacznika. Zaznaczono je poniżej.",
  save: "Zapisz i opublikuj",
  saveHidden: "Zapisz",
  saved: (name) => `Opublikowano: ${name}.`,
  savedHidden: (name) => `Zapisano: ${name}. Odwiedzający jeszcze go nie widzą.`,
  discard: "Odrzuć zmiany",
  changed: (number) => `Niezapisane: ${count(number, ["zmiana", "zmiany", "zmian"])}`,
};
