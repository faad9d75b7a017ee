import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../place.ts";
import { formOf } from "./plural.ts";

export const text: Translation<typeof english> = {
  section: {
    title: "Potwierdzenie z kilku regionów",
    lead: "Nieudane sprawdzenia są powtarzane z tych regionów i liczą się tylko wtedy, gdy potwierdzi je wystarczająco wiele regionów.",
    off: "Wyłączone",
    now: (regions) => (regions === 1 ? "1 region więcej" : `Więcej regionów: ${regions}`),
  },
  oneMachine: "Ta instalacja działa na własnym serwerze, więc każdy region sprawdza z tej maszyny.",
  ownMachine:
    "Regiony wymagają Cloudflare. W instalacji na własnym serwerze każdy region sprawdza z tej samej maszyny.",
  locations: "Regiony",
  confirmFrom: "Liczba zgodnych regionów",
  confirmFromHint: (asked, needed) =>
    `Z ${asked} ${formOf(asked, ["regionu", "regionów", "regionów"])}, łącznie z głównym. Domyślnie większość: ${needed}.`,
  everyPlaceEvery: "Sprawdzaj ze wszystkich regionów co",
  everyPlaceEveryHint:
    "Mierzy czas odpowiedzi z każdego regionu. Zostaw puste, aby sprawdzać inne regiony tylko po awarii. Każdy region to dodatkowe sprawdzenie.",
  minutes: "min",
  card: {
    title: "Regiony",
    lead: "Ostatni wynik z każdego regionu.",
    empty: "Brak wyników. Regiony są sprawdzane po nieudanym sprawdzeniu albo na żądanie.",
    ask: "Sprawdź wszystkie regiony",
    asked: "Sprawdzono wszystkie regiony.",
    columns: {
      place: "Region",
      status: "Wynik",
      response: "Odpowiedź",
      at: "Sprawdzono",
      colo: "Centrum danych",
    },
    none: "–",
  },
  tried: "Wyniki według regionu",
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
  agent: (name) => `Agent ${name}`,
  from: (name) => `Region: ${name}`,
  withCode: (name, code) => `${name} (${code})`,
};
