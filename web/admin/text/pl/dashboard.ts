import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../dashboard.ts";
import { count, formOf, MONITORS } from "./plural.ts";

export const text: Translation<typeof english> = {
  title: "Pulpit",
  twoFactorOff: "Uwierzytelnianie dwuskładnikowe jest wyłączone",
  twoFactorOffLead: "Twoje konto chroni tylko hasło. Włącz uwierzytelnianie dwuskładnikowe.",
  nothingFails: "Wszystko działa",
  someFail: (number) => `Nie działa: ${count(number, MONITORS)}`,
  cantTell: "Bieżący stan jest nieznany",
  silent: {
    title: (number) =>
      `${count(number, MONITORS)} ${formOf(number, ["nie ma alertów", "nie mają alertów", "nie ma alertów"])}.`,
    lead: (number) =>
      `${number === 1 ? "Nie ma on wybranego kanału" : "Nie mają one wybranych kanałów"}, więc nikt nie dostanie powiadomienia o awarii.`,
    more: (number) => `i jeszcze ${number}`,
  },
  pendingMonitors: (count) =>
    `${count} ${formOf(count, ["monitor oczekuje", "monitory oczekują", "monitorów oczekuje"])}.`,
  counts: "Monitory według stanu",
  failing: "Teraz nie działa",
  failingNone: "Wszystko działa.",
  failingAll: (number) => `Wszystkie niedziałające: ${number}`,
  report: "Zgłoś incydent",
  reportOf: (name) => `: ${name}`,
  incidentOf: (title) => `Incydent: ${title}`,
  told: (names) => `Powiadomiono: ${names}`,
  toldTogether: "w wiadomości zbiorczej",
  toldNobody: "Nikogo nie powiadomiono",
  hide: (about) => `Ukryj: ${about}`,
  hideTiles: "Ukryj",
  hidden: "Niektóre sekcje są ukryte.",
  showHidden: "Pokaż wszystkie",
  onCall: "Dyżur",
  onCallMine: "Moje dyżury",
  onCallNobody: "Nikt",
  onCallNote: (who) => `Notatka (${who}):`,
  onCallNext: (email) => `Następnie: ${email}`,
  pages: "Strony stanu",
  pagesAll: "Wszystkie strony",
  maintenance: "Prace serwisowe",
  maintenanceNone: "Brak trwających i zaplanowanych prac serwisowych.",
  maintenanceBegins: "początek",
  maintenanceEnds: "koniec",
  incidents: "Otwarte incydenty",
  incidentsAll: "Wszystkie incydenty",
  incidentsNone: "Brak otwartych incydentów.",
  incidentBegan: "początek",
  toHealth: "Stan systemu",
  maintenancePlan: "Zaplanuj prace serwisowe",
  changes: "Ostatnie zmiany stanu",
  changesNone: "Brak sprawdzeń.",
  record: "Ostatnia aktywność",
  recordAll: "Dziennik audytu",
  by: (email) => `przez ${email}`,
  nobody: "niezalogowany użytkownik",
  first: {
    title: "Zacznij w trzech krokach",
    hide: "Ukryj te kroki",
    taken: "Gotowe",
    steps: {
      monitor: {
        title: "Dodaj monitor",
        lead: "Monitoruj stronę, port, certyfikat, rekord DNS lub zadanie cron. Pierwsze sprawdzenie rusza od razu.",
        action: "Dodaj pierwszy monitor",
      },
      channel: {
        title: "Skonfiguruj alerty",
        lead: "Otrzymuj e-mail, wiadomość na czacie lub webhook, gdy monitor przestaje działać i gdy wraca do działania.",
        action: "Dodaj pierwszy kanał",
      },
      page: {
        title: "Opublikuj stronę stanu",
        lead: "Wybierz monitory widoczne dla odwiedzających. Reszta pozostanie prywatna.",
        action: "Otwórz kreator strony",
      },
    },
    silentChannel: {
      lead: "Nikt jeszcze nie dostanie powiadomień: włącz kanał i dodaj do niego monitory. E-mail wymaga też serwera poczty.",
      action: "Otwórz kanały",
    },
  },
};
