import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_reminder.ts";
import { count } from "./plural.ts";

const HOURS = ["godzinę", "godziny", "godzin"] as const;

export const text: Translation<typeof english> = {
  title: "Przypomnienie",
  lead: "Gdy incydent jest otwarty, a nikt o nim nie pisze.",
  label: "Przypominaj po tylu godzinach bez komunikatu",
  hint: "Puste: bez przypomnień. W przeciwnym razie każdy, kto pracował nad incydentem, dostaje e-mail, po jednym na taki okres, o ile ustawiono serwer poczty. Informuje o tym też pulpit.",
  unit: "godzin",
  overdue: "Dawno bez komunikatu",
  notice: (silence, hours) =>
    `Brak nowych komunikatów od ${silence}. Kto pracował nad tym incydentem, dostaje przypomnienie co ${hours === 1 ? "godzinę" : count(hours, HOURS)}.`,
};
