import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../recurrence.ts";
import { formOf } from "./plural.ts";

const UNITS = {
  day: ["dzień", "dni", "dni"],
  week: ["tydzień", "tygodnie", "tygodni"],
  month: ["miesiąc", "miesiące", "miesięcy"],
} as const;

const DAYS = {
  mon: "Poniedziałek",
  tue: "Wtorek",
  wed: "Środa",
  thu: "Czwartek",
  fri: "Piątek",
  sat: "Sobota",
  sun: "Niedziela",
} as const;

type Day = keyof typeof DAYS;

const NTH = {
  masculine: ["Pierwszy", "Drugi", "Trzeci", "Czwarty", "Piąty"],
  feminine: ["Pierwsza", "Druga", "Trzecia", "Czwarta", "Piąta"],
} as const;

const FEMININE: readonly Day[] = ["wed", "sat", "sun"];

const genderOf = (day: Day) => (FEMININE.includes(day) ? "feminine" : "masculine");

export const text: Translation<typeof english> = {
  title: "Powtarzanie",
  lead: "Powtarza się o tej samej godzinie lokalnej, także po zmianie czasu.",
  repeats: "Powtarzanie",
  every: { never: "Nigdy", day: "Codziennie", week: "Co tydzień", month: "Co miesiąc" },
  interval: "Co",
  unit: (every, count) => formOf(count, UNITS[every]),
  weekdays: "W dni",
  days: DAYS,
  place: "Dzień",
  places: {
    date: (day) => `${day}. dzień miesiąca`,
    lastDay: () => "Ostatni dzień miesiąca",
    weekday: (nth, day) => `${NTH[genderOf(day)][nth - 1] ?? ""} ${DAYS[day].toLowerCase()}`,
    lastWeekday: (day) =>
      `${genderOf(day) === "feminine" ? "Ostatnia" : "Ostatni"} ${DAYS[day].toLowerCase()}`,
  },
  ends: "Koniec powtarzania",
  endsAt: { never: "Nigdy", until: "Określonego dnia", count: "Po liczbie terminów" },
  until: "Ostatni dzień",
  count: "Liczba terminów",
  timezone: "Strefa czasowa",
  announce: "Zapowiedź z wyprzedzeniem",
  announceHint: "Kiedy pokazać każdy termin na stronie stanu i powiadomić subskrybentów.",
  hours: "h",
  next: "Dziesięć najbliższych",
  noneNext: "Brak kolejnych terminów.",
  again: (every, interval) =>
    interval === 1 ? `Co ${UNITS[every][0]}` : `Co ${interval} ${formOf(interval, UNITS[every])}`,
  occurrences: "Terminy",
  occurrencesLead: "Pomiń lub przełóż pojedynczy termin. Pozostałe się nie zmienią.",
  caption: "Najbliższe terminy",
  columns: { when: "Kiedy", state: "Stan", actions: "Działania" },
  states: { running: "W toku", planned: "Zaplanowano", moved: "Przełożono", skipped: "Pominięto" },
  menu: (when) => `Działania: ${when}`,
  skip: "Pomiń",
  move: "Przełóż",
  moveEnd: "Zmień godzinę zakończenia",
  restore: "Przywróć",
  moveTitle: "Zmiana terminu",
  wasAt: (when) => `Zaplanowano: ${when}.`,
  skipped: "Termin pominięto.",
  moved: "Termin przełożono.",
  restored: "Przywrócono termin.",
};
