import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../config.ts";
import { count } from "./plural.ts";

const OBJECTS = ["obiekt", "obiekty", "obiektów"] as const;

export const text: Translation<typeof english> = {
  title: "Konfiguracja",
  lead: "Monitory, kanały i strona jako dokumenty YAML: trzymaj je w repozytorium i stosuj to, co się zmieniło.",
  tabs: { import: "Import", export: "Eksport" },
  out: {
    lead: "Wszystkie ustawienia w całości, w stałej kolejności. Przechowywane sekrety są zamaskowane.",
    operator: "Akcje są pominięte: widzą je tylko administratorzy.",
    kind: "Co",
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
    downloaded: "Dokumenty zostały pobrane.",
  },
  in: {
    lead: "Nic nie jest usuwane. Dokument zastępuje wszystkie ustawienia swojego obiektu: pominięte dostają wartość domyślną.",
    documents: "Dokumenty",
    placeholder:
      "kind: Monitor\nkey: sklep\nname: Sklep\ntype: https\nconfig:\n  url: https://sklep.example.com",
    hint: "Wklej YAML albo upuść tu plik. Zamaskowany sekret zachowuje przechowywaną wartość.",
    choose: "Wybierz plik",
    tooLarge: "Ten plik ma ponad 2 MB: podziel go.",
    unreadable: "Tego pliku nie da się odczytać jako tekstu.",
    validate: "Sprawdź",
    apply: "Zastosuj",
    nothing: "Najpierw wklej lub wybierz dokumenty.",
  },
  problems: (number) => `${count(number, ["problem", "problemy", "problemów"])}: nic nie zmieniono`,
  result: {
    wouldChange: "To się zmieni",
    changed: "To zmieniono",
    nothing: "Wszystko już tak wygląda: nie ma czego stosować.",
    unchanged: (number) => `Bez zmian: ${number}`,
    columns: { object: "Obiekt", action: "Zmiana", fields: "Ustawienia" },
    actions: { create: "Utworzenie", update: "Zmiana", unchanged: "Bez zmian" },
    allSettings: "wszystkie",
    before: "było",
    after: "będzie",
    isDefault: "(domyślne)",
    secretChanged: "Inny sekret. Sekrety nie są pokazywane.",
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
    lead: "Stosowane jest wszystko albo nic. Monitory są od razu sprawdzane z nowymi ustawieniami.",
    creates: (number) => `Do utworzenia: ${count(number, OBJECTS)}`,
    updates: (number) => `Do zmiany: ${count(number, OBJECTS)}`,
  },
};
