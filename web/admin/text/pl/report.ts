import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../report.ts";
import { count, DAYS } from "./plural.ts";

const percent = new Intl.NumberFormat("pl", { minimumFractionDigits: 2, maximumFractionDigits: 3 });
const ms = new Intl.NumberFormat("pl", { maximumFractionDigits: 0 });

export const text: Translation<typeof english> = {
  title: "Raporty",
  lead: (zone) =>
    `Przez jaką część czasu każdy monitor działał. Dni zaczynają się o północy w strefie ${zone}.`,
  filters: "Filtry",
  clear: "Wyczyść filtry",
  period: "Okres",
  periods: {
    thisMonth: "Ten miesiąc",
    lastMonth: "Poprzedni miesiąc",
    quarter: "Ten kwartał",
    days30: "Ostatnie 30 dni",
    days90: "Ostatnie 90 dni",
    own: "Własny zakres",
  },
  from: "Od",
  to: "Do",
  search: "Szukaj",
  searchPlaceholder: "Część nazwy",
  sort: "Sortuj według",
  sorts: {
    name: "Nazwa",
    uptime: "Dostępność",
    down: "Niedostępność",
    outages: "Awarie",
    recovery: "Czas naprawy",
    response: "Odpowiedź",
    budget: "Budżet błędów",
  },
  ascending: "od najmniejszych",
  descending: "od największych",
  nameAscending: "od A do Z",
  nameDescending: "od Z do A",
  days: "Według dni",
  target: "Cel",
  targetOf: (name) => `Cel w procentach: ${name}`,
  caption: "Dostępność monitorów",
  covers: (span) => `${span}. Prace serwisowe, wstrzymania i czas bez sprawdzeń się nie liczą.`,
  print: "Drukuj",
  csv: "Pobierz CSV",
  downloaded: "Raport został pobrany.",
  chooseRange: "Wybierz pierwszy i ostatni dzień, najwyżej 366 dni od siebie.",
  noData: "Brak danych",
  none: "–",
  percent: (share) => `${percent.format(share === 1 ? 100 : Math.floor(share * 100_000) / 1000)}%`,
  ms: (value) => `${ms.format(value)} ms`,
  p95: (value) => `95% w ciągu ${value}`,
  affected: (duration) => `i ${duration} wskutek innych awarii`,
  budgetLeft: (duration) => `zostało ${duration}`,
  budgetOver: (duration) => `przekroczono o ${duration}`,
  budgetOf: (duration) => `z ${duration}`,
  spentOn: (date) => `Wyczerpany ${date}`,
  day: (date, uptime) => `${date}: ${uptime}`,
  bars: (met, missed, none) => `${count(met, DAYS)} zgodnie z celem, ${missed} poniżej, ${none} bez danych`,
  empty: {
    title: "Nie ma jeszcze czego raportować",
    lead: "Raport obejmuje czas od pierwszego sprawdzenia monitora.",
  },
  addMonitor: "Dodaj monitor",
  noMatch: { title: "Nic nie pasuje", lead: "Żaden monitor nie ma tego w nazwie." },
};
