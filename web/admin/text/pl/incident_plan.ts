import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_plan.ts";

export const text: Translation<typeof english> = {
  later: "Opublikuj później",
  laterHint: "Do tego czasu widać go tylko w panelu i można go zmienić lub usunąć.",
  at: (zone) => `Czas publikacji (${zone})`,
  missing: "Wybierz datę i godzinę.",
  submit: "Zaplanuj komunikat",
  planned: "Komunikat został zaplanowany.",
  badge: "Zaplanowany",
  when: "publikacja",
  edit: "Zmień",
  editTitle: "Zmiana zaplanowanego komunikatu",
  editLead: "Nikt go jeszcze nie widział.",
  removeEnds: ["Nigdy nie zostanie opublikowany."],
  reopens: "Incydent jest rozwiązany: publikacja tego komunikatu otworzy go ponownie.",
};
