import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../smtp.ts";

export const text: Translation<typeof english> = {
  title: "Serwer poczty",
  lead: "Wysyła alerty e-mail i wiadomości do subskrybentów.",
  server: { title: "Serwer", lead: "Zostaw host pusty, aby wyłączyć e-mail." },
  host: "Host",
  port: "Port",
  portHint: "Zwykle 587 lub 465 przy TLS od początku połączenia.",
  secure: "TLS od początku połączenia",
  secureHint: "Gdy wyłączone, używany jest STARTTLS, jeśli serwer go obsługuje.",
  login: { title: "Logowanie", lead: "Zostaw puste, jeśli serwer nie wymaga logowania." },
  user: "Użytkownik",
  password: "Hasło",
  sender: { title: "Nadawca", lead: "Adres nadawcy wszystkich wiadomości." },
  fromAddress: "Adres",
  fromName: "Nazwa",
  fields: {
    host: "host",
    port: "port",
    secure: "TLS od początku połączenia",
    user: "użytkownik",
    password: "hasło",
    fromAddress: "adres nadawcy",
    fromName: "nazwa nadawcy",
    vault: "sekret z sejfu",
  },
  accountMails: {
    stopped: "Resetowanie haseł i zaproszenia są wstrzymane",
    changed: ({ by, at, what }) => `${by}, ${at}: zmieniono ${what.join(", ")}.`,
    unknown: "Tych ustawień nie potwierdził administrator.",
    confirm: "Sprawdź poniższe ustawienia i zapisz je, aby potwierdzić.",
    askAdmin:
      "Alerty są nadal wysyłane. Poproś administratora, aby potwierdził ustawienia, zapisując je tutaj.",
    before:
      "Po zmianie alerty od razu używają nowych ustawień. Resetowanie haseł i zaproszenia czekają na potwierdzenie przez administratora.",
    toSettings: "Sprawdź i potwierdź serwer poczty",
  },
  save: "Zapisz",
  saved: "Zapisano ustawienia poczty.",
  try: { title: "Test", lead: "Sprawdź, czy poczta dociera." },
  to: "Odbiorca",
  test: "Wyślij e-mail testowy",
  testLead: "Używa zapisanych ustawień.",
  testUnsaved: "Najpierw zapisz: test używa zapisanych ustawień.",
  tested: (to) => `Serwer przyjął wiadomość na adres ${to}. Sprawdź, czy dotarła.`,
  notTested: "Nie udało się wysłać wiadomości",
};
