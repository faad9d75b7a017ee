import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../self_test.ts";

export const text: Translation<typeof english> = {
  title: "Własny problem to nie awaria monitorów",
  lead: "Gdy naraz nie udaje się wiele sprawdzeń, zepsuta może być sieć, w której działa Uptide. Rozpoznaje się to po adresach, które zawsze odpowiadają.",
  since: "Własny problem od",
  sinceLead: "W tym czasie awarie się nie liczą.",
  urls: "Adresy odniesienia",
  urlsHint:
    "Po jednym w wierszu: cudze adresy, które działają niemal zawsze. Bez nich liczy się każda awaria.",
  share: "Odpytuj przy tylu nieudanych sprawdzeniach naraz",
  shareHint: "Spośród sprawdzeń, które czujka wykonuje razem; co najmniej trzy.",
  percent: "procent",
  channels: "Powiadamiane kanały",
  channelsHint: "Raz, gdy problem się zaczyna, i raz, gdy się kończy.",
  channelsPlaceholder: "Szukaj kanałów",
  save: "Zapisz autotest",
  saved: "Autotest został zapisany.",
};
