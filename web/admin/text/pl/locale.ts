import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../locale.ts";
import { count } from "./plural.ts";

const OWN = ["własny tekst", "własne teksty", "własnych tekstów"] as const;
const TEXTS = ["tekst", "teksty", "tekstów"] as const;

export const text: Translation<typeof english> = {
  title: "Języki",
  lead: "Języki strony stanu. Odwiedzający wybierają swój w jej menu; bez wyboru widzą domyślny.",
  back: "Języki",
  add: "Dodaj język",
  addTitle: "Nowy język",
  complete: "Gotowe do użycia",
  other: "Inny język",
  name: "Nazwa",
  nameHint: "Tak jak w menu strony, w tym właśnie języku.",
  namePlaceholder: "Svenska",
  code: "Kod",
  codeHint: "Małymi literami, w razie potrzeby z regionem: sv lub de-at.",
  codePlaceholder: "sv",
  added: (name, isShown) =>
    isShown
      ? `Na stronie jest już ${name}.`
      : `Dodano: ${name}. Odwiedzający zobaczą go, gdy zostanie pokazany.`,
  shown: "Dostępny dla odwiedzających",
  shownDefault: "Język domyślny jest zawsze dostępny.",
  shownWhole: "Każdy tekst jest przetłumaczony.",
  shownMissing: (number) => `Po angielsku pojawi się ${count(number, TEXTS)}.`,
  isHidden: "Jeszcze ukryty",
  show: "Pokaż na stronie",
  hide: "Ukryj na stronie",
  nowShown: (name) => `Na stronie jest już ${name}.`,
  nowHidden: (name) => `Nie jest już dostępny: ${name}.`,
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
  removeLead: "Kto go wybrał, zobaczy język domyślny.",
  removeEnds: (number) =>
    number === 0
      ? ["Nic jeszcze nie przetłumaczono."]
      : [`Przepadnie ${count(number, ["tłumaczenie", "tłumaczenia", "tłumaczeń"])}.`],
  removed: (name) => `Usunięto: ${name}.`,
  editTitle: (name) => `Teksty: ${name}`,
  filter: {
    search: "Znajdź tekst",
    group: "Część strony",
    allGroups: "Wszystkie części",
    show: "Pokaż",
    all: "Wszystkie",
    missing: "Brakujące",
    own: "Własne",
  },
  found: (number) => count(number, TEXTS),
  none: "Żaden tekst nie pasuje.",
  clear: "Wyczyść filtry",
  translation: (key) => `Tekst: ${key}`,
  fallsTo: {
    own: "Opróżnij pole, aby wrócić do tekstu wbudowanego w Uptide.",
    ownEnglish: "Gdy pole będzie puste, odwiedzający przeczytają tekst angielski.",
    english: "Puste: odwiedzający czytają tekst angielski.",
    built: "Wbudowany w Uptide. Wpisz tu własny tekst, aby go zastąpić.",
  },
  missingMark: "Brakuje",
  lostPlaceholders: "W niektórych tekstach brakuje znacznika, który strona wypełnia: zaznaczono je poniżej.",
  save: "Zapisz i opublikuj",
  saveHidden: "Zapisz",
  saved: (name) => `Opublikowano: ${name}.`,
  savedHidden: (name) => `Zapisano: ${name}. Odwiedzający jeszcze go nie widzą.`,
  discard: "Odrzuć zmiany",
  changed: (number) => `Niezapisane: ${count(number, ["zmiana", "zmiany", "zmian"])}`,
};
