import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../dashboard.ts";
import { count, formOf, MONITORS } from "./plural.ts";

export const text: Translation<typeof english> = {
  title: "Pulpit",
  twoFactorOff: "Włącz uwierzytelnianie dwuskładnikowe",
  twoFactorOffLead:
    "Twoje konto otwiera samo hasło. Wymagaj też kodu z telefonu, a wykradzione hasło niczego nie otworzy.",
  nothingFails: "Wszystko działa",
  someFail: (number) => `Nie działa: ${count(number, MONITORS)}`,
  cantTell: "Bieżący stan jest nieznany",
  silent: {
    title: (number) =>
      `${count(number, MONITORS)} ${formOf(number, ["nikogo nie alarmuje", "nikogo nie alarmują", "nikogo nie alarmuje"])}.`,
    lead: (number) =>
      `Gdy ${number === 1 ? "przestanie" : "któryś przestanie"} działać, nikt się nie dowie: wybierz kanały.`,
    more: (number) => `i jeszcze ${number}`,
  },
  counts: "Monitory według stanu",
  failing: "Teraz nie działa",
  failingNone: "Wszystko działa.",
  failingAll: (number) => `Wszystkie niedziałające: ${number}`,
  report: "Zgłoś incydent",
  reportOf: (name) => `: ${name}`,
  incidentOf: (title) => `Incydent: ${title}`,
  told: (names) => `Zaalarmowano: ${names}`,
  toldTogether: "razem z innymi w jednej wiadomości",
  toldNobody: "Nikogo nie zaalarmowano",
  hide: (about) => `Ukryj: ${about}`,
  hideTiles: "Ukryj",
  hidden: "Niektóre części tej strony są ukryte.",
  showHidden: "Pokaż je znowu",
  onCall: "Dyżur",
  onCallMine: "Moje dyżury",
  onCallNobody: "Nikt",
  onCallNext: (email) => `Następnie: ${email}`,
  maintenance: "Prace serwisowe",
  maintenanceNone: "Żadne prace serwisowe nie trwają ani nie są zaplanowane.",
  maintenanceBegins: "początek",
  maintenanceEnds: "koniec",
  incidents: "Otwarte incydenty",
  incidentsAll: "Wszystkie incydenty",
  incidentsNone: "Brak otwartych incydentów.",
  incidentBegan: "początek",
  toHealth: "Stan systemu",
  maintenancePlan: "Zaplanuj prace serwisowe",
  changes: "Ostatnie zmiany stanu",
  changesNone: "Żaden monitor nie był jeszcze sprawdzany.",
  record: "Ostatnie wpisy dziennika audytu",
  recordAll: "Dziennik audytu",
  by: (email) => `przez ${email}`,
  nobody: "bez logowania",
  first: {
    title: "Trzy kroki do strony stanu",
    hide: "Ukryj te kroki",
    taken: "Gotowe.",
    steps: {
      monitor: {
        title: "Dodaj to, co ma być monitorowane",
        lead: "Witrynę, port, certyfikat, rekord DNS lub sygnał życia. Pierwsze sprawdzenie rusza od razu.",
        action: "Dodaj pierwszy monitor",
      },
      channel: {
        title: "Wybierz, kto dostaje alerty",
        lead: "E-mail, czat lub webhook dostaje wiadomość, gdy monitor przestaje działać i gdy znów działa.",
        action: "Dodaj pierwszy kanał",
      },
      page: {
        title: "Pokaż to odwiedzającym",
        lead: "Umieść monitory na stronie stanu. Publiczne jest tylko to, co się na niej znajdzie.",
        action: "Otwórz kreator strony",
      },
    },
    silentChannel: {
      lead: "Na razie awaria do nikogo nie dotrze: kanał musi być włączony i mieć monitory, a e-mail wymaga serwera SMTP.",
      action: "Otwórz kanały",
    },
  },
};
