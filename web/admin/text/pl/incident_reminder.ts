import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_reminder.ts";
import { count } from "./plural.ts";

const HOURS = ["godzinę", "godziny", "godzin"] as const;

export const text: Translation<typeof english> = {
  title: "Przypomnienia o komunikacie",
  lead: "Przypomina zespołowi o aktualizacji otwartego incydentu.",
  label: "Przypomnij po",
  hint: "Za każdym razem, gdy minie tyle czasu bez komunikatu, wysyła e-mail do osób, które pracowały nad incydentem, i pokazuje przypomnienie na pulpicie. Wymaga serwera poczty. Zostaw puste, aby wyłączyć.",
  unit: "h",
  overdue: "Dawno bez komunikatu",
  notice: (silence, hours) =>
    `Brak nowych komunikatów od ${silence}. Osoby, które pracowały nad tym incydentem, dostają przypomnienie co ${hours === 1 ? "godzinę" : count(hours, HOURS)}.`,
};
