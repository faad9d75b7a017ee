import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_state.ts";

export const text: Translation<typeof english> = {
  statuses: {
    investigating: "Sprawdzamy",
    identified: "Znamy przyczynę",
    monitoring: "Obserwujemy",
    resolved: "Rozwiązano",
  },
  draft: "Szkic",
};
