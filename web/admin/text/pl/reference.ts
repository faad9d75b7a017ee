import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../reference.ts";
import { count } from "./plural.ts";

export const text: Translation<typeof english> = {
  title: "API",
  lead: "Automatyzuj wszystko, co można zrobić w panelu. Każdy punkt końcowy z uprawnieniami, parametrami i odpowiedziami.",
  start: "Pierwsze kroki",
  token: "Utwórz token z potrzebnymi uprawnieniami i wysyłaj go z każdym żądaniem.",
  tokens: "Tokeny API",
  tokenAsk: "Poproś administratora o token.",
  header: "Nagłówek",
  headerValue: "Authorization: Bearer upt_…",
  document: "Dokument OpenAPI",
  openDocument: "Otwórz dokument",
  filters: "Punkty końcowe",
  clear: "Wyczyść",
  search: "Szukaj",
  searchPlaceholder: "monitors, POST, subscribe …",
  count: (number) => count(number, ["punkt końcowy", "punkty końcowe", "punktów końcowych"]),
  groups: {
    public: "Publiczne",
    auth: "Logowanie i konto",
    setup: "Konfiguracja początkowa",
  },
  none: { title: "Brak wyników", lead: "Użyj mniej słów albo części ścieżki." },
  session: "Tylko z panelu",
  open: "Publiczny",
  tokenNeeded: "Token",
  example: "Przykład",
  parameters: "Parametry",
  body: "Treść",
  responses: "Odpowiedzi",
  required: "wymagane",
  empty: "Brak opisu.",
  anything: "cokolwiek",
  object: "obiekt",
  listOf: (type) => `lista: ${type}`,
  byName: (type) => `mapa: ${type}`,
  between: (least, most) => {
    if (least === null) return `najwyżej ${most}`;
    if (most === null) return `co najmniej ${least}`;
    return least === most ? `${least}` : `od ${least} do ${most}`;
  },
  characters: (range) => `znaki: ${range}`,
  items: (range) => `pozycje: ${range}`,
  matches: (pattern) => `pasuje do ${pattern}`,
  left: (value) => `domyślnie: ${value}`,
};
