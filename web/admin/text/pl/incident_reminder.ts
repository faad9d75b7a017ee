import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_reminder.ts";
import { count } from "./plural.ts";

const HOURS = ["godzinę", "godziny", "godzin"] as const;

export const text: Translation<typeof english> = {
  title: "Przypomnienie",
  lead: "O otwartym incydencie, o którym od pewnego czasu nikt nie pisał.",
  label: "Przypominaj po takim czasie bez komunikatu",
  hint: "Puste: bez przypomnień. W przeciwnym razie każdy, kto pracował nad incydentem, dostaje e-mail za każdym razem, gdy minie taki czas; potrzebny jest serwer poczty. Widać to też na pulpicie.",
  unit: "godzin",
  overdue: "Dawno bez komunikatu",
  notice: (silence, hours) =>
    `Brak nowych komunikatów od ${silence}. Kto pracował nad tym incydentem, dostaje przypomnienie co ${hours === 1 ? "godzinę" : count(hours, HOURS)}.`,
};
