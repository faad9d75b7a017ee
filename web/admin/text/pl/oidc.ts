import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../oidc.ts";
import { count } from "./plural.ts";

export const text: Translation<typeof english> = {
  title: "Logowanie jednokrotne",
  lead: "Pozwól logować się przez dostawcę OpenID Connect, np. Entra ID, Google, Okta lub Keycloak.",
  provider: {
    title: "Dostawca",
    lead: "Zarejestruj tam Uptide jako aplikację webową z tym URI przekierowania.",
    redirectUri: "URI przekierowania",
    issuer: "Wystawca",
    issuerHint: "Adres dostawcy, podany w jego dokumentacji.",
    clientId: "Identyfikator klienta",
    clientSecret: "Sekret klienta",
    clientSecretHint: "Przechowywany w postaci zaszyfrowanej. Dla klienta publicznego zostaw puste.",
    clientSecretKept: "Sekret jest zapisany. Wpisz nowy, aby go zastąpić, albo wyczyść pole, aby go usunąć.",
    scopes: "Zakresy",
    test: "Przetestuj dostawcę",
    testOk: (keys) =>
      `Dostawca odpowiada i publikuje ${count(keys, ["klucz", "klucze", "kluczy"])}. Logowanie prowadzi do`,
  },
  signIn: {
    title: "Strona logowania",
    lead: "Co użytkownicy widzą przed zalogowaniem.",
    enabled: "Udostępnij logowanie jednokrotne",
    buttonLabel: "Tekst przycisku",
    disablePasswordLogin: "Wyłącz logowanie hasłem",
    disablePasswordLoginHint:
      "Logowanie jednokrotne będzie jedynym sposobem logowania. Najpierw przetestuj je w innej przeglądarce.",
  },
  people: {
    title: "Użytkownicy",
    lead: "Konto jest łączone z użytkownikiem o tym samym adresie e-mail.",
    createUsers: "Twórz użytkowników przy pierwszym logowaniu",
    defaultRole: "Rola nowych użytkowników",
    allowUnverifiedEmail: "Przyjmuj niezweryfikowane adresy e-mail",
    allowUnverifiedEmailHint:
      "Tylko jeśli użytkownicy nie mogą zmieniać adresu u dostawcy: w przeciwnym razie mogliby przejąć cudze konto.",
  },
  confirm: {
    title: "Potwierdzenie",
    lead: "Zmiana ustawień logowania wymaga potwierdzenia tożsamości.",
  },
  submit: "Zapisz",
  done: "Zapisano ustawienia logowania jednokrotnego.",
};
