import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../manual_status.ts";

export const text: Translation<typeof english> = {
  title: "Stan",
  lead: "Pozostaje do następnej zmiany. Zmiany wysyłają alerty i wliczają się do historii i dostępności.",
  legend: "Stan",
  statuses: { up: "Działa", degraded: "Działa gorzej", down: "Nie działa" },
  message: "Komunikat",
  placeholder: "Operator naprawia łącze do południa",
  set: "Ustaw stan",
  done: (name, status) => `${name}: teraz ${status.toLowerCase()}.`,
  paused: "Wznów monitor, aby ustawić jego stan.",
  created: (name) => `Dodano: ${name}. Ustaw jego stan.`,
  nothingToTry: "Nie ma czego testować: stan ustawia się na stronie monitora lub przez API.",
};
