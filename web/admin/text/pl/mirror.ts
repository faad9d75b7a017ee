import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../mirror.ts";
import { count, FILES } from "./plural.ts";

const decimal = new Intl.NumberFormat("pl", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const text: Translation<typeof english> = {
  title: "Kopia statyczna",
  lead: "Kopia strony stanu we własnym zasobniku, która działa, gdy wszystko inne nie działa.",
  state: {
    title: "Stan",
    lead: "Czy kopia jest aktualna.",
    success: "Ostatnie powodzenie",
    error: "Ostatni błąd",
  },
  states: {
    off: "Wyłączona",
    waiting: "Oczekuje",
    up_to_date: "Aktualna",
    stale: "Nieaktualna",
    failing: "Błąd",
  },
  stateHints: {
    off: "Nic nie jest wysyłane.",
    waiting: "Pierwsze wysłanie jeszcze się nie skończyło.",
    up_to_date: "Ostatnie wysłanie się udało.",
    stale: "Od ostatniego powodzenia minęły ponad trzy odstępy.",
    failing: "Ostatnie wysłanie się nie udało. Próba jest ponawiana w każdym odstępie.",
  },
  removing: (files) => `Do usunięcia z zasobnika: ${count(files, FILES)}.`,
  never: "nigdy",
  address: "Adres kopii",
  addressHint:
    "Otwiera się, gdy zasobnik może czytać każdy. Sama kopia musi znajdować się w katalogu głównym adresu.",
  what: {
    title: "Kopia",
    lead: "Czy istnieje, jak często jest aktualizowana i co o sobie mówi.",
  },
  enabled: "Utrzymuj kopię statyczną",
  enabledHint:
    "Po wyłączeniu jej pliki są usuwane z zasobnika. Prywatna strona nigdy nie jest kopiowana: można włączyć tylko jedno z dwojga.",
  every: "Jak często",
  everyChoices: { 60: "Co minutę", 300: "Co 5 minut", 900: "Co 15 minut", custom: "Inaczej" },
  seconds: "Sekundy",
  secondsHint: "Co najmniej 60.",
  banner: "Informuj, że to kopia",
  bannerHint: "Z czasem utworzenia. Kopia starsza niż trzy odstępy informuje o tym zawsze.",
  where: { title: "Zasobnik", lead: "Dokąd trafiają pliki." },
  provider: "Magazyn",
  bucket: "Zasobnik",
  region: "Region",
  regionHint: "Tak jak nazywa go dostawca, np. eu-central-1. W R2 to auto.",
  endpoint: "Punkt końcowy",
  endpointHint: "Może być w sieci prywatnej. Puste: adres dostawcy.",
  binding:
    "Klucz nie jest potrzebny: to zasobnik R2, który wrangler.toml wiąże jako MIRROR_BUCKET. Nadaj mu własną domenę w Cloudflare.",
  keys: { title: "Klucz dostępu", lead: "Taki, który może tylko zapisywać w tym zasobniku." },
  accessKeyId: "Identyfikator klucza",
  secretAccessKey: "Tajny klucz dostępu",
  secretHint: "Przechowywany w postaci zaszyfrowanej. Zapisany jako pusty zostaje usunięty.",
  policy: {
    title: "Najmniejsze uprawnienia",
    lead: "Wszystko, na co klucz musi mieć zgodę. Bez s3:DeleteObject niepotrzebne pliki pozostają, także po wyłączeniu kopii; bez s3:GetObject migawka jest zapisywana bez kompresji.",
    label: "Polityka klucza",
    note: "Gdy dostawca nie ma takich polityk: klucz tylko do tego zasobnika, który może zapisywać i usuwać, jeśli pliki mają znikać.",
  },
  save: "Zapisz",
  saved: "Ustawienia kopii statycznej zostały zapisane.",
  savedRemoving: (files) => `Zapisano. Kopia jest usuwana z zasobnika, zostało: ${count(files, FILES)}.`,
  check: {
    title: "Dostęp",
    lead: "Przed zapisaniem sprawdź, czy można tam zapisywać pliki.",
    action: "Sprawdź dostęp",
    hint: "Zapisuje w zasobniku plik .bsp-access-check i usuwa go, jeśli może.",
    done: "W zasobniku można zapisywać pliki.",
    failed: "W zasobniku nie można zapisywać plików",
  },
  push: {
    title: "Wysłania",
    lead: "Co zapisano w zasobniku, od najnowszych.",
    action: "Wyślij teraz",
    hint: "Zapisuje w zasobniku wszystko, co się zmieniło.",
    unsaved: "Najpierw zapisz: wysyłanie używa zapisanych ustawień.",
    off: "Najpierw włącz kopię i zapisz.",
    done: "Kopia jest aktualna.",
    failed: "Nie udało się wysłać kopii",
    caption: "Ostatnie wysłania",
    none: "Nic jeszcze nie wysłano.",
    columns: { at: "Początek", outcome: "Wynik", files: "Pliki", size: "Rozmiar", took: "Czas" },
    ok: "Gotowe",
    notOk: "Niepowodzenie",
    took: (ms) => (ms < 1000 ? `${ms} ms` : `${decimal.format(ms / 1000)} s`),
    size: (bytes) =>
      bytes < 1_000_000 ? `${decimal.format(bytes / 1000)} kB` : `${decimal.format(bytes / 1e6)} MB`,
  },
  failover: {
    title: "Kiedy ją pokazywać",
    lead: "Uptide nie przełącza odwiedzających: musi to zrobić coś, co działa także wtedy, gdy Uptide nie działa.",
    check:
      "Niech serwer proxy, CDN lub DNS odpytuje ten adres i kieruje odwiedzających do kopii, gdy nie odpowiada on 200:",
    health: "Sprawdzenie stanu",
    root: "Udostępnij zasobnik w katalogu głównym adresu przez HTTPS, z index.html dla katalogów i 404.html dla tego, czego nie ma.",
    more: "W docs/static_copy.md są przykłady dla Cloudflare, Route 53 i nginx.",
  },
};
