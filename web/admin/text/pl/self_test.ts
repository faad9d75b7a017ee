import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../self_test.ts";

export const text: Translation<typeof english> = {
  title: "Autotest",
  lead: "Gdy naraz nie udaje się wiele sprawdzeń, przyczyną może być własna sieć Uptide. Rozstrzygają to adresy, które zawsze odpowiadają: jeśli i one zawodzą, nikt nie jest alarmowany o monitorach.",
  since: "Własna sieć Uptide nie działa od",
  sinceLead: "W tym czasie awarie się nie liczą.",
  urls: "Adresy, które zawsze odpowiadają",
  urlsHint: "Po jednym w wierszu, na przykład adresy dużych dostawców. Bez nich liczy się każda awaria.",
  share: "Odpytuj, gdy naraz nie uda się tyle sprawdzeń",
  shareHint: "Spośród sprawdzeń wykonywanych w tej samej chwili; co najmniej trzy.",
  percent: "procent",
  channels: "Powiadamiane kanały",
  channelsHint: "Raz, gdy problem się zaczyna, i raz, gdy się kończy.",
  channelsPlaceholder: "Szukaj kanałów",
  save: "Zapisz autotest",
  saved: "Autotest został zapisany.",
};
