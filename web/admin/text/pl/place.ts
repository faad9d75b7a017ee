import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../place.ts";
import { formOf } from "./plural.ts";

export const text: Translation<typeof english> = {
  section: {
    title: "Potwierdzenie z kilku miejsc",
    lead: "Nieudane sprawdzenie jest równocześnie powtarzane z tych miejsc i liczy się dopiero, gdy potwierdzi je wystarczająco wiele z nich.",
  },
  oneMachine:
    "Uptide działa tu na własnej maszynie: każde miejsce to ta maszyna i sprawdzenia wychodzą właśnie z niej.",
  ownMachine:
    "W Cloudflare każde miejsce to region. Gdy Uptide działa na własnej maszynie, każde miejsce to ta maszyna.",
  locations: "Miejsca sprawdzeń",
  confirmFrom: "Awaria, gdy zgadza się tyle miejsc",
  confirmFromHint: (asked, needed) =>
    `Z ${asked} ${formOf(asked, ["miejsca", "miejsc", "miejsc"])}, łącznie z głównym. Puste: ponad połowa, czyli ${needed}.`,
  everyPlaceEvery: "Sprawdzaj z każdego miejsca co",
  everyPlaceEveryHint:
    "Dla czasów odpowiedzi, także gdy wszystko działa. Puste: tylko po nieudanym sprawdzeniu. Każde miejsce to jedno sprawdzenie więcej.",
  minutes: "minut",
  card: {
    title: "Według miejsca",
    lead: "Ostatni wynik z każdego miejsca.",
    empty:
      "Z żadnego miejsca jeszcze nie sprawdzano: dzieje się to po nieudanym sprawdzeniu albo na żądanie.",
    ask: "Sprawdź z każdego miejsca",
    asked: "Sprawdzono z każdego miejsca.",
    columns: {
      place: "Miejsce",
      status: "Wynik",
      response: "Odpowiedź",
      at: "Sprawdzono",
      colo: "Centrum danych",
    },
    none: "–",
  },
  tried: "Z każdego miejsca",
  names: {
    home: "Główne",
    wnam: "Ameryka Północna, zachód",
    enam: "Ameryka Północna, wschód",
    sam: "Ameryka Południowa",
    weur: "Europa Zachodnia",
    eeur: "Europa Wschodnia",
    apac: "Azja i Pacyfik",
    oc: "Oceania",
    afr: "Afryka",
    me: "Bliski Wschód",
  },
  statuses: {
    up: "Działa",
    degraded: "Działa gorzej",
    down: "Nie działa",
    silent: "Brak odpowiedzi",
  },
  from: (name) => `Z miejsca: ${name}`,
  withCode: (name, code) => `${name} (${code})`,
};
