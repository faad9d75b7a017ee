import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../acknowledge.ts";

export const text: Translation<typeof english> = {
  part: "Potwierdzenie",
  open: "Nikt jeszcze nie potwierdził tej awarii.",
  acknowledge: "Potwierdź",
  acknowledgeOf: (name) => `: ${name}`,
  withNote: "Z notatką…",
  done: (name) => `Potwierdzono: ${name}.`,
  has: (by) => `Potwierdza: ${by}`,
  until: (at) => `do ${at}`,
  takeBack: "Wycofaj",
  takenBack: "Potwierdzenie zostało wycofane.",
  dialogTitle: (name) => `Potwierdzenie: ${name}`,
  dialogLead: "Dowiedzą się o tym wszyscy, którzy dostali alert. Przypomnienia i eskalacje ustaną.",
  note: "Notatka",
  notePlaceholder: "Uruchamiam serwer ponownie",
  duration: "Na",
  durations: {
    "0": "Do powrotu do działania",
    "30": "30 minut",
    "60": "1 godzinę",
    "240": "4 godziny",
    "1440": "Dobę",
  },
  snooze: "Wycisz",
  snoozeLabel: "Wycisz ten monitor na pewien czas",
  snoozed: (at) =>
    `Wyciszono do ${at}: do tego czasu bez alertów. Jeśli awaria nadal będzie trwać, alert wyjdzie wtedy.`,
  snoozeDone: (name, at) => `Wyciszono do ${at}: ${name}.`,
  endSnooze: "Zakończ wyciszenie",
  snoozeEnded: (name) => `Alerty znów włączone: ${name}.`,
};
