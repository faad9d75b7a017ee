import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../oidc.ts";
import { count } from "./plural.ts";

export const text: Translation<typeof english> = {
  title: "Logowanie jednokrotne",
  lead: "Pozwól logować się przez dostawcę OpenID Connect, np. Entra ID, Google, Okta lub Keycloak.",
  provider: {
    title: "Dostawca",
    lead: "Zarejestruj tam Uptide jako aplikację webową z tym adresem przekierowania.",
    redirectUri: "Adres przekierowania",
    issuer: "Wystawca",
    issuerHint: "Adres dostawcy, podany w jego dokumentacji.",
    clientId: "Identyfikator klienta",
    clientSecret: "Sekret klienta",
    clientSecretHint: "Przechowywany w postaci zaszyfrowanej. Dla klienta publicznego zostaw puste.",
    clientSecretKept: "Sekret jest zapisany. Wpisz nowy, aby go zastąpić, albo opróżnij pole, aby go usunąć.",
    scopes: "Zakresy",
    test: "Przetestuj dostawcę",
    testOk: (keys) =>
      `Dostawca odpowiada i publikuje ${count(keys, ["klucz", "klucze", "kluczy"])}. Logowanie prowadzi do`,
  },
  signIn: {
    title: "Strona logowania",
    lead: "Co ludzie widzą przed zalogowaniem.",
    enabled: "Udostępnij logowanie jednokrotne",
    buttonLabel: "Tekst przycisku",
    disablePasswordLogin: "Wyłącz hasła",
    disablePasswordLoginHint:
      "Wtedy zaloguje się tylko logowanie jednokrotne. Najpierw wypróbuj je w innej przeglądarce.",
  },
  people: {
    title: "Ludzie",
    lead: "Konto jest łączone z użytkownikiem o tym samym adresie e-mail.",
    createUsers: "Dodawaj każdego, kto loguje się pierwszy raz",
    defaultRole: "Rola dodawanych",
    allowUnverifiedEmail: "Przyjmuj adresy e-mail niezweryfikowane przez dostawcę",
    allowUnverifiedEmailHint:
      "Tylko gdy nikt nie może tam sam wybrać adresu: kto może, mógłby przejąć cudze konto.",
  },
  confirm: {
    title: "Potwierdzenie",
    lead: "Te ustawienia decydują, kto ma dostęp, więc zapisanie ich wymaga potwierdzenia tożsamości.",
  },
  submit: "Zapisz",
  done: "Ustawienia logowania jednokrotnego zostały zapisane.",
};
