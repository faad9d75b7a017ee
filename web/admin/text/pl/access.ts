import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../access.ts";

export const text: Translation<typeof english> = {
  email: "Adres e-mail",
  password: "Hasło",
  setUp: {
    title: "Konfiguracja Uptide",
    lead: "Utwórz pierwszego administratora. Pozostałe osoby dodaje się w panelu.",
    problems: "Najpierw usuń te problemy z wdrożeniem:",
    checkAgain: "Sprawdź ponownie",
    passwordHint: "Od 8 do 128 znaków.",
    submit: "Utwórz administratora",
  },
  signIn: {
    title: "Logowanie",
    ended: "Sesja wygasła. Zaloguj się, aby wrócić do przerwanej pracy.",
    submit: "Zaloguj się",
    or: "lub",
    noPassword: "Logowanie hasłem jest wyłączone. Użyj logowania jednokrotnego.",
    forgotten: "Nie pamiętasz hasła?",
  },
  again: {
    title: "Sesja wygasła",
    lead: (email) => `Aby kontynuować, zaloguj się jako ${email}. Twoje zmiany nadal tu są.`,
    others: "Ktoś inny po zalogowaniu ich nie zobaczy.",
    giveUp: "Wyjdź bez zapisywania",
  },
  code: {
    title: "Wpisz kod",
    lead: "Wpisz sześciocyfrowy kod z aplikacji uwierzytelniającej.",
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
    lead: "Podaj swój adres e-mail. Wyślemy link do zresetowania hasła.",
    submit: "Wyślij link",
    done: (email) =>
      `Jeśli istnieje konto ${email}, wysłano na ten adres e-mail z linkiem. Link działa raz, przez godzinę.`,
    nothing: "Nic nie przyszło? Zajrzyj do spamu, a potem poproś administratora.",
    back: "Wróć do logowania",
  },
  link: {
    invitation: "Witaj: ustaw hasło",
    reset: "Ustaw nowe hasło",
    lead: "Będziesz się nim logować razem z adresem e-mail.",
    next: "Nowe hasło",
    nextHint: "Od 8 do 128 znaków.",
    submit: "Ustaw hasło",
    dead: "Ten link wygasł",
    ask: "Poproś o nowy link",
    done: "Ustawiono hasło",
    doneLead: "Wszystkie sesje zostały wylogowane. Aby kontynuować, zaloguj się nowym hasłem.",
    signIn: "Zaloguj się",
  },
  secondFactor: {
    title: "Włącz uwierzytelnianie dwuskładnikowe",
    lead: "Jest wymagane od wszystkich użytkowników. Przy każdym logowaniu będzie potrzebna aplikacja uwierzytelniająca w telefonie.",
    begin: "Włącz",
    signOut: "Wyloguj się",
  },
  errors: {
    sso_off: "Logowanie jednokrotne jest wyłączone. Zaloguj się hasłem.",
    sso_failed:
      "Logowanie jednokrotne się nie udało. Spróbuj ponownie albo poproś administratora o sprawdzenie ustawień.",
    sso_not_linked:
      "To konto logowania jednokrotnego nie jest połączone z użytkownikiem. Poproś administratora o dodanie.",
    rate_limited: "Zbyt wiele prób z tej sieci. Poczekaj 15 minut i spróbuj ponownie.",
    two_factor_expired: "Minęło zbyt dużo czasu. Zaloguj się ponownie.",
  },
  againErrors: {
    sso_off: "Logowanie jednokrotne jest wyłączone, więc nie może tego potwierdzić.",
    sso_failed:
      "Ponowne logowanie się nie udało, więc nic nie zmieniono. Spróbuj ponownie albo poproś administratora o sprawdzenie ustawień logowania jednokrotnego.",
    sso_not_linked: "Zalogowano się na inne konto, więc nic nie zmieniono. Użyj swojego konta.",
    rate_limited: "Zbyt wiele prób z tej sieci. Poczekaj 15 minut i spróbuj ponownie.",
  },
  unknownError: "Logowanie się nie udało. Spróbuj ponownie.",
};
