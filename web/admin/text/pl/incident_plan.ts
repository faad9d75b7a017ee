import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_plan.ts";

export const text: Translation<typeof english> = {
  later: "Zaplanuj na później",
  laterHint: "Do tego czasu widoczny tylko w panelu. Możesz go edytować lub usunąć.",
  at: (zone) => `Czas publikacji (${zone})`,
  missing: "Wybierz datę i godzinę.",
  submit: "Zaplanuj komunikat",
  planned: "Zaplanowano komunikat.",
  badge: "Zaplanowany",
  when: "publikacja",
  edit: "Edytuj",
  editTitle: "Edycja zaplanowanego komunikatu",
  editLead: "Odwiedzający jeszcze go nie widzieli.",
  removeEnds: ["Nie zostanie opublikowany."],
  reopens: "Incydent jest rozwiązany: publikacja tego komunikatu otworzy go ponownie.",
};
