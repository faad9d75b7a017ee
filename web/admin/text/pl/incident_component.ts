import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_component.ts";

export const text: Translation<typeof english> = {
  title: "Stan każdego monitora",
  hint: "Zastępuje stan wynikający z wpływu, dopóki nie zmienisz go w kolejnym komunikacie.",
  byImpact: (status) => `${status} (według wpływu)`,
  asBefore: (status) => `${status} (bez zmian)`,
  statuses: {
    operational: "Działa",
    degraded_performance: "Działa gorzej",
    partial_outage: "Częściowa awaria",
    major_outage: "Poważna awaria",
  },
  said: (monitor, status) => `${monitor}: ${status}`,
};
