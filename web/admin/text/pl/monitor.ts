import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../monitor.ts";
import { count, MONITORS } from "./plural.ts";
import { nameSome } from "./some.ts";

const decimal = new Intl.NumberFormat("pl", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("pl", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const changed = (monitors: string) => `Zmieniono: ${monitors}.`;

export const text: Translation<typeof english> = {
  title: "Monitory",
  lead: "Wszystkie monitory i ich bieżący stan.",
  add: "Dodaj monitor",
  statuses: {
    up: "Działa",
    degraded: "Działa gorzej",
    down: "Nie działa",
    affected: "Dotknięty awarią",
    pending: "Oczekuje",
    paused: "Wstrzymany",
  },
  inStatus: (count, status) => `${status}: ${count}`,
  maintenance: "Prace",
  live: "Na żywo",
  reconnecting: "Łączenie…",
  silent: (at) => `Bez danych na żywo od ${at}`,
  asOf: (at) => `Stan na ${at}`,
  alertsNobody: "Brak alertów",
  filters: "Filtry",
  search: "Szukaj",
  searchPlaceholder: "Nazwa, etykieta, klucz lub URL",
  status: "Stan",
  anyStatus: "Dowolny stan",
  type: "Typ",
  anyType: "Dowolny typ",
  tag: "Etykieta",
  anyTag: "Dowolna etykieta",
  sorts: {
    status: "Najpierw najgorsze",
    name: "Nazwa",
    type: "Typ",
    checked: "Ostatnie sprawdzenie",
    response: "Najpierw najwolniejsze",
  },
  columns: {
    select: "Wybór",
    name: "Monitor",
    tags: "Etykiety",
    status: "Stan",
    type: "Typ",
    beats: "Sprawdzenia",
    uptime: "Dostępność",
    checked: "Sprawdzono",
    response: "Odpowiedź",
  },
  groupByTag: "Grupuj według etykiety",
  noTag: "Bez etykiety",
  group: (monitors, failing) => (failing === 0 ? monitors : `${monitors}, nie działa: ${failing}`),
  uptimeOf: "Dostępność z 30 dni",
  uptime: (share) => `${percent.format(share === 1 ? 100 : Math.floor(share * 10_000) / 100)}%`,
  beats: {
    none: "Nie było jeszcze sprawdzeń.",
    summary: (number, bad) =>
      `Ostatnie sprawdzenia (${number}): ${bad === 0 ? "wszystkie udane" : `gorsze lub nieudane: ${bad}`}`,
  },
  since: (duration) => `od ${duration}`,
  sinceNow: "teraz",
  neverChecked: "nigdy",
  noResponse: "–",
  ms: (ms) => (ms < 10_000 ? `${Math.round(ms)} ms` : `${decimal.format(ms / 1000)} s`),
  count: (shown, total) =>
    shown === total
      ? count(total, MONITORS)
      : `${shown} z ${count(total, ["monitora", "monitorów", "monitorów"])}`,
  empty: {
    title: "Brak monitorów",
    lead: "Monitoruj stronę, port, certyfikat, rekord DNS lub zadanie cron. Pierwsze sprawdzenie rusza od razu.",
  },
  none: { title: "Brak wyników", lead: "Żaden monitor nie pasuje do tych filtrów." },
  chooseAll: "Zaznacz wszystkie widoczne",
  choose: (name) => `Zaznacz: ${name}`,
  chosen: (number) => `Zaznaczono: ${number}`,
  clearChosen: "Wyczyść",
  bulkLabel: "Zaznaczone monitory",
  bulkMenu: "Zmień",
  allChosen: (number) => `Zaznaczono wszystkie pasujące: ${number}`,
  chooseMatching: (number) => `Zaznacz wszystkie pasujące: ${number}`,
  bulk: {
    pause: "Wstrzymaj",
    resume: "Wznów",
    addTag: "Dodaj etykietę",
    removeTag: "Usuń etykietę",
    addChannel: "Dodaj kanał",
    removeChannel: "Usuń kanał",
    interval: "Odstęp",
    thresholds: "Progi",
    remove: "Usuń",
  },
  bulkTitle: {
    pause: (monitors) => `Wstrzymać ${monitors}?`,
    resume: (monitors) => `Wznowić ${monitors}?`,
    addTag: (monitors) => `Dodanie etykiety: ${monitors}`,
    removeTag: (monitors) => `Usunięcie etykiety: ${monitors}`,
    addChannel: (monitors) => `Dodanie kanału: ${monitors}`,
    removeChannel: (monitors) => `Usunięcie kanału: ${monitors}`,
    interval: (monitors) => `Zmiana odstępu: ${monitors}`,
    thresholds: (monitors) => `Zmiana progów: ${monitors}`,
    remove: (monitors) => `Usunąć ${monitors}?`,
  },
  bulkLead: {
    pause: "Wstrzymane monitory nie są sprawdzane, nie wysyłają alertów i nie wliczają się do dostępności.",
    resume: "Sprawdzenia ruszą od razu.",
    addTag: "Istniejące etykiety pozostają.",
    removeTag: "Monitory bez tej etykiety się nie zmienią.",
    addChannel: "Dotychczasowe kanały pozostają.",
    removeChannel: "Inne kanały tych monitorów pozostają.",
    interval: "Jak często sprawdzać każdy monitor.",
    thresholds:
      "Ile nieudanych sprawdzeń z rzędu wywołuje alert, a ile udanych potwierdza powrót do działania.",
    remove:
      "Usuwa ich sprawdzenia, historię i dane o dostępności oraz same monitory ze strony stanu. Opublikowane incydenty pozostają pod ich ostatnimi nazwami. Tego nie można cofnąć.",
  },
  openIncidents: (titles) => {
    const names = nameSome(titles.map((title) => `„${title}”`));
    return titles.length === 1
      ? `Incydent ${names} jest otwarty i pozostanie otwarty, dopóki ktoś go nie zakończy.`
      : `Te incydenty są otwarte i pozostaną otwarte, dopóki ktoś ich nie zakończy: ${names}.`;
  },
  bulkSubmit: {
    pause: "Wstrzymaj",
    resume: "Wznów",
    remove: "Usuń",
    addTag: "Zapisz",
    removeTag: "Usuń",
    addChannel: "Zapisz",
    removeChannel: "Usuń",
    interval: "Zapisz",
    thresholds: "Zapisz",
  },
  bulkDone: {
    pause: (monitors) => `Wstrzymano: ${monitors}.`,
    resume: (monitors) => `Wznowiono: ${monitors}.`,
    remove: (monitors) => `Usunięto: ${monitors}.`,
    addTag: changed,
    removeTag: changed,
    addChannel: changed,
    removeChannel: changed,
    interval: changed,
    thresholds: changed,
  },
  failureThreshold: "Alert po nieudanych sprawdzeniach",
  recoveryThreshold: "Powrót po udanych sprawdzeniach",
  channelLabel: "Kanały",
  channelPlaceholder: "Szukaj kanałów",
  monitors: (number) => count(number, MONITORS),
  tagLabel: "Etykieta",
  tagMissing: "Wpisz etykietę.",
  tagColour: "Kolor",
  intervalLabel: "Sprawdzaj co",
  seconds: "s",
};
