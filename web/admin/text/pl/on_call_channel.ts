import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../on_call_channel.ts";

export const text: Translation<typeof english> = {
  schedule: "Grafik",
  noSchedule: "Wybierz grafik",
  noSchedules: "Nie ma jeszcze grafiku: dodaj go na stronie Dyżury.",
  steps: "Kroki",
  stepsHint:
    "Kroki są wykonywane po kolei, aż ktoś potwierdzi alert albo monitor zacznie działać. Wyciszenie je wstrzymuje. Krok, który nie dociera do nikogo, od razu przechodzi do następnego.",
  step: (number) => `Krok ${number}`,
  add: "Dodaj krok",
  remove: (number) => `Usuń krok ${number}`,
  after: "Po",
  minutes: "min",
  notify: "Powiadom",
  targets: {
    on_call: "Osobę na dyżurze",
    next: "Następną w kolejności",
    people: "Osoby",
    channel: "Inny kanał",
  },
  people: "Osoby",
  peoplePlaceholder: "Szukaj użytkowników",
  channel: "Kanał",
  noChannel: "Wybierz kanał",
};
