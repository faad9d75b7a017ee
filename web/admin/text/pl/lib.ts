import type { text as english } from "../../../lib/text.ts";
import type { Translation } from "../../../lib/translation.ts";
import { PROBLEMS } from "./problems.ts";
import { SERVED } from "./served.ts";

const relative = new Intl.RelativeTimeFormat("pl", { numeric: "always", style: "short" });

export const text: Translation<typeof english> = {
  justNow: "przed chwilą",
  relative: (count, unit) => relative.format(count, unit as Intl.RelativeTimeFormatUnit),
  unreachable: "Brak połączenia z serwerem: sprawdź połączenie i spróbuj ponownie.",
  unsure:
    "Brak odpowiedzi serwera: zanim spróbujesz ponownie, sprawdź, czy operacja nie została już wykonana.",
  unreadable: "Nie można odczytać odpowiedzi serwera: spróbuj ponownie za chwilę.",
  broken: "Coś poszło nie tak na tej stronie: odśwież ją i spróbuj ponownie.",
  empty: "puste",
  on: "włączone",
  off: "wyłączone",
  typedSecret: "nowo wpisany sekret",
  served: SERVED,
  servedProblems: PROBLEMS,
};
