import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../flow.ts";

export const text: Translation<typeof english> = {
  step: (at) => `Krok ${at}`,
  addStep: "Dodaj krok",
  moveUp: "Przesuń w górę",
  moveDown: "Przesuń w dół",
  removeStep: "Usuń krok",
  moreOfRequest: "Logowanie, asercje i inne",
  addCapture: "Przechwyć wartość",
  removeCapture: (name) => `Usuń przechwyconą wartość ${name}`,
  captureName: "Nazwa",
  captureFrom: "Skąd",
  sources: {
    json: "JSON",
    header: "Nagłówek",
    cookie: "Ciasteczko",
    regex: "Wyrażenie regularne",
    status: "Kod odpowiedzi",
  },
  paths: {
    json: "Ścieżka JSON",
    header: "Nazwa nagłówka",
    cookie: "Nazwa ciasteczka",
    regex: "Wyrażenie",
  },
};
