import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../devices.ts";

export const text: Translation<typeof english> = {
  tab: "Powiadomienia",
  title: "Powiadomienia push",
  lead: "Alerty kanałów dyżurowych na telefonie i w przeglądarkach. Alert można potwierdzić prosto z powiadomienia.",
  turnOn: "Włącz w tej przeglądarce",
  device: "Urządzenie",
  here: "Ta przeglądarka",
  addedAt: "Dodano",
  lastSent: "Ostatnie powiadomienie",
  never: "Nigdy",
  actions: "Działania",
  test: "Wyślij test",
  remove: "Usuń",
  added: "Włączono powiadomienia push w tej przeglądarce.",
  tested: "Wysłano test. Dotrze w ciągu kilku sekund.",
  removed: "Usunięto urządzenie.",
  unnamed: "Przeglądarka",
  empty: {
    title: "Nie masz jeszcze urządzeń",
    lead: "Otwórz tę stronę na każdym telefonie i komputerze, który ma Cię powiadamiać, i włącz powiadomienia push.",
  },
  refused: {
    insecure: "Powiadomienia push wymagają https. Otwórz panel pod adresem https.",
    ios: "Na iPhonie i iPadzie najpierw dodaj panel do ekranu początkowego: dotknij Udostępnij, potem Do ekranu początk. Otwórz go stamtąd i wróć na tę stronę. Wymaga iOS 16.4 lub nowszego.",
    unsupported:
      "Ta przeglądarka nie obsługuje powiadomień push. Użyj aktualnej wersji Chrome, Edge, Firefoksa lub Safari.",
    denied:
      "Powiadomienia są w tej przeglądarce zablokowane. Zezwól na nie w ustawieniach witryny i odśwież stronę.",
  },
  ways: {
    title: "Jak Cię powiadamiać",
    lead: "W tej kolejności, aż ktoś potwierdzi alert. Sposoby, których nie masz skonfigurowanych, są pomijane, a następny zajmuje ich miejsce.",
    way: (number) => `Sposób ${number}`,
    via: "Sposób",
    kinds: { push: "Powiadomienie push", email: "E-mail", webhook: "Własny webhook" },
    after: "Po",
    minutes: "min",
    add: "Dodaj sposób",
    remove: (number) => `Usuń sposób ${number}`,
    webhook: "Adres webhooka",
    webhookHint: "Publiczny adres https, który przyjmuje POST z JSON-em. Jest przechowywany zaszyfrowany.",
    save: "Zapisz",
    saved: "Zapisano.",
  },
};
