import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../self_test.ts";

export const text: Translation<typeof english> = {
  title: "Autotest",
  lead: "Jeśli naraz nie udaje się wiele sprawdzeń, przyczyną może być sieć Uptide. Gdy nie działają też te adresy, alerty o monitorach nie są wysyłane.",
  since: "Własna sieć Uptide nie działa od",
  sinceLead: "Do czasu jej powrotu nieudane sprawdzenia się nie liczą.",
  urls: "Niezawodne adresy URL",
  urlsHint: "Po jednym w wierszu, na przykład adresy dużych dostawców. Jeśli puste, liczy się każda awaria.",
  share: "Testuj, gdy naraz nie uda się tyle sprawdzeń",
  shareHint: "Udział wśród sprawdzeń z tej samej chwili, co najmniej trzy.",
  percent: "%",
  channels: "Powiadamiane kanały",
  channelsHint: "Raz, gdy problem się zaczyna, i raz, gdy się kończy.",
  channelsPlaceholder: "Szukaj kanałów",
  save: "Zapisz autotest",
  saved: "Zapisano autotest.",
};
