import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../acknowledge.ts";

export const text: Translation<typeof english> = {
  part: "Potwierdzenie",
  open: "Nikt jeszcze nie potwierdził awarii.",
  acknowledge: "Potwierdź",
  withNote: "Dodaj notatkę…",
  done: (name) => `Potwierdzono: ${name}.`,
  has: (by) => `Potwierdza: ${by}`,
  until: (at) => `do ${at}`,
  takeBack: "Cofnij potwierdzenie",
  takenBack: "Cofnięto potwierdzenie.",
  dialogTitle: (name) => `Potwierdzenie: ${name}`,
  dialogLead: "Powiadamia wszystkich, którzy dostali alert, oraz zatrzymuje przypomnienia i eskalacje.",
  note: "Notatka",
  notePlaceholder: "Uruchamiam serwer ponownie",
  duration: "Jak długo",
  durations: {
    "0": "Do powrotu do działania",
    "30": "30 minut",
    "60": "1 godzinę",
    "240": "4 godziny",
    "1440": "Dobę",
  },
  snooze: "Wycisz",
  snoozeLabel: (name) => `Wycisz: ${name}`,
  snoozed: (at) => `Wyciszono do ${at}. Jeśli awaria będzie wtedy nadal trwać, zostanie wysłany alert.`,
  snoozeDone: (name, at) => `Wyciszono do ${at}: ${name}.`,
  endSnooze: "Zakończ wyciszenie",
  snoozeEnded: (name) => `Alerty znów włączone: ${name}.`,
};
