import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../access.ts";

export const text: Translation<typeof english> = {
  email: "Adres e-mail",
  password: "Hasło",
  setUp: {
    title: "Konfiguracja Uptide",
    lead: "Utwórz pierwszego administratora. Pozostałe osoby dodaje się w panelu.",
    problems: "Zanim pójdziesz dalej, wdrożenie wymaga uzupełnienia:",
    checkAgain: "Sprawdź ponownie",
    passwordHint: "Od 8 do 128 znaków.",
    submit: "Utwórz administratora",
  },
  signIn: {
    title: "Logowanie",
    ended: "Sesja wygasła. Zaloguj się, aby wrócić do przerwanej pracy.",
    submit: "Zaloguj się",
    or: "lub",
    noPassword: "Logowanie hasłem jest tu wyłączone: użyj logowania jednokrotnego.",
    forgotten: "Nie pamiętasz hasła?",
  },
  again: {
    title: "Sesja wygasła",
    lead: (email) => `Aby kontynuować, zaloguj się jako ${email}. Wpisane dane nadal tu są.`,
    others: "Jeśli zaloguje się tu ktoś inny, nie zobaczy niczego z nich.",
    giveUp: "Wyjdź bez zapisywania",
  },
  code: {
    title: "Wpisz kod",
    lead: "Otwórz aplikację uwierzytelniającą i wpisz sześć cyfr, które pokazuje dla Uptide.",
    label: "Kod",
    submit: "Potwierdź",
    useRecovery: "Użyj kodu zapasowego",
    recoveryLead: "Wpisz jeden z zapisanych kodów zapasowych. Każdy działa jeden raz.",
    recoveryLabel: "Kod zapasowy",
    useApp: "Użyj aplikacji uwierzytelniającej",
    startAgain: "Zacznij od nowa",
  },
  forced: {
    title: "Ustaw własne hasło",
    lead: "Zalogowano hasłem tymczasowym. Aby kontynuować, ustaw własne.",
    current: "Hasło tymczasowe",
    next: "Nowe hasło",
    nextHint: "Od 8 do 128 znaków.",
    submit: "Zapisz i kontynuuj",
    signOut: "Wyloguj się",
  },
  forgot: {
    title: "Zapomniane hasło",
    lead: "Wpisz adres, którym się logujesz. Dostaniesz link do ustawienia nowego hasła.",
    submit: "Wyślij link",
    done: (email) =>
      `Jeśli istnieje konto ${email}, wysłano na ten adres e-mail z linkiem. Link działa raz, przez godzinę.`,
    nothing: "Nic nie przyszło? Zajrzyj do spamu, a potem poproś administratora.",
    back: "Wróć do logowania",
  },
  link: {
    invitation: "Witaj: ustaw hasło",
    reset: "Ustaw nowe hasło",
    lead: "Odtąd będziesz logować się nim i swoim adresem.",
    next: "Nowe hasło",
    nextHint: "Od 8 do 128 znaków.",
    submit: "Ustaw hasło",
    dead: "Link stracił ważność",
    ask: "Poproś o nowy link",
    done: "Hasło jest ustawione",
    doneLead: "Wszystkie sesje zostały wylogowane. Aby kontynuować, zaloguj się nowym hasłem.",
    signIn: "Zaloguj się",
  },
  secondFactor: {
    title: "Włącz uwierzytelnianie dwuskładnikowe",
    lead: "Jest tu wymagane od wszystkich. Przygotuj telefon z aplikacją uwierzytelniającą: odtąd będzie potrzebny przy każdym logowaniu.",
    begin: "Włącz",
    signOut: "Wyloguj się",
  },
  errors: {
    sso_off: "Logowanie jednokrotne jest wyłączone. Zaloguj się hasłem.",
    sso_failed:
      "Logowanie jednokrotne się nie udało. Spróbuj ponownie albo poproś administratora o sprawdzenie ustawień.",
    sso_not_linked: "To konto nie należy do żadnego użytkownika. Poproś administratora o dodanie.",
    rate_limited: "Zbyt wiele prób z tej sieci. Poczekaj 15 minut i spróbuj ponownie.",
    two_factor_expired: "Minęło zbyt dużo czasu. Zaloguj się ponownie.",
  },
  againErrors: {
    sso_off: "Logowanie jednokrotne jest wyłączone, więc nie może tego potwierdzić.",
    sso_failed:
      "Ponowne logowanie się nie udało, więc nic nie zmieniono. Spróbuj ponownie albo poproś administratora o sprawdzenie ustawień logowania jednokrotnego.",
    sso_not_linked: "Zalogował się ktoś inny, więc nic nie zmieniono. Zaloguj się na swoje konto.",
    rate_limited: "Zbyt wiele prób z tej sieci. Poczekaj 15 minut i spróbuj ponownie.",
  },
  unknownError: "Logowanie się nie udało. Spróbuj ponownie.",
};
