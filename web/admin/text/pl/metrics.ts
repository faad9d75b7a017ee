import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../metrics.ts";

export const text: Translation<typeof english> = {
  title: "Metryki",
  lead: "Prometheus odczytuje je pod adresem",
  before: ", używając",
  token: "tokenu API",
  after: "z uprawnieniem metrics:read. Trzymaj token w pliku, który może odczytać tylko Prometheus.",
  label: "Konfiguracja odczytu",
};
