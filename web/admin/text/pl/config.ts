import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../config.ts";
import { count } from "./plural.ts";

const OBJECTS = ["obiekt", "obiekty", "obiektów"] as const;

export const text: Translation<typeof english> = {
  title: "Konfiguracja",
  lead: "Zarządzaj monitorami, kanałami i stroną jako YAML. Trzymaj pliki w repozytorium i stosuj zmiany stamtąd.",
  tabs: { import: "Import", export: "Eksport" },
  out: {
    lead: "Wszystkie ustawienia w stałej kolejności. Sekrety są zamaskowane.",
    operator: "Akcje są pominięte: widzą je tylko administratorzy.",
    kind: "Zakres",
    all: "Monitory, kanały i akcje",
    allOfOperator: "Monitory i kanały",
    page: "Strona i dyżury: układ, wygląd, szablony, języki, prace serwisowe, grafiki",
    both: "Wszystko",
    notIn: "Bez użytkowników, incydentów, subskrybentów i przesłanych obrazów.",
    kinds: {
      Monitor: "Monitory",
      NotificationChannel: "Kanały",
      Action: "Akcje",
      Layout: "Układ strony",
      Branding: "Wygląd",
      IncidentTemplate: "Szablony incydentów",
      Locale: "Języki",
      Maintenance: "Planowane prace serwisowe",
      Schedule: "Grafiki dyżurów",
    },
    download: "Pobierz",
    view: "Pokaż",
    shown: "Dokumenty",
    fileName: "uptide.yaml",
    empty: "Nie ma jeszcze czego eksportować.",
    downloaded: "Pobrano dokumenty.",
  },
  in: {
    lead: "Import nigdy nie usuwa obiektów. Ustawienia pominięte w dokumencie wracają do wartości domyślnych.",
    documents: "Dokumenty",
    placeholder:
      "kind: Monitor\nkey: sklep\nname: Sklep\ntype: https\nconfig:\n  url: https://sklep.example.com",
    hint: "Wklej YAML albo upuść tu plik. Zamaskowany sekret zachowuje przechowywaną wartość.",
    choose: "Wybierz plik",
    tooLarge: "Ten plik ma ponad 2 MB. Podziel go na mniejsze.",
    unreadable: "To nie jest plik tekstowy.",
    validate: "Sprawdź",
    apply: "Zastosuj",
    nothing: "Najpierw wklej dokumenty lub wybierz plik.",
  },
  problems: (number) => `${count(number, ["problem", "problemy", "problemów"])}: nic nie zmieniono`,
  result: {
    wouldChange: "Zmiany do zastosowania",
    changed: "Zastosowane zmiany",
    nothing: "Wszystko jest aktualne. Nie ma czego stosować.",
    unchanged: (number) => `Bez zmian: ${number}`,
    columns: { object: "Obiekt", action: "Zmiana", fields: "Ustawienia" },
    actions: { create: "Utworzenie", update: "Zmiana", unchanged: "Bez zmian" },
    allSettings: "wszystkie",
    before: "z",
    after: "na",
    isDefault: "(domyślne)",
    secretChanged: "Nowy sekret (ukryty)",
    ofKind: (kind, { created, updated }) =>
      `${kind}: ${[created > 0 && `nowe: ${created}`, updated > 0 && `zmienione: ${updated}`].filter(Boolean).join(", ")}`,
    rest: (number) => `Jeszcze ${number}`,
    summary: ({ create, update, unchanged }) =>
      `Do utworzenia: ${create}, do zmiany: ${update}, bez zmian: ${unchanged}`,
    done: ({ create, update }) => `Utworzono: ${create}, zmieniono: ${update}.`,
  },
  kinds: {
    Monitor: "Monitor",
    NotificationChannel: "Kanał",
    Action: "Akcja",
    Layout: "Układ strony",
    Branding: "Wygląd",
    IncidentTemplate: "Szablon incydentu",
    Locale: "Język",
    Maintenance: "Prace serwisowe",
    Schedule: "Grafik dyżurów",
  },
  confirm: {
    title: "Zastosować te dokumenty?",
    lead: "Zmiany są stosowane w całości albo wcale. Monitory od razu używają nowych ustawień.",
    creates: (number) => `Do utworzenia: ${count(number, OBJECTS)}`,
    updates: (number) => `Do zmiany: ${count(number, OBJECTS)}`,
  },
};
