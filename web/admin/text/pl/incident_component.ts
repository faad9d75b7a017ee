import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../incident_component.ts";

export const text: Translation<typeof english> = {
  title: "Co to oznacza dla każdego monitora",
  hint: "Zamiast tego, co domyślnie wynika z wpływu. Obowiązuje, dopóki kolejny komunikat nie powie inaczej.",
  byImpact: (status) => `${status}, według wpływu`,
  asBefore: (status) => `${status}, jak dotąd`,
  statuses: {
    operational: "Działa",
    degraded_performance: "Działa gorzej",
    partial_outage: "Częściowa awaria",
    major_outage: "Poważna awaria",
  },
  said: (monitor, status) => `${monitor}: ${status}`,
};
