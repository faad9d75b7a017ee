import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../smtp.ts";

export const text: Translation<typeof english> = {
  title: "Serwer poczty",
  lead: "Przez ten serwer wychodzą kanały e-mail i wiadomości do subskrybentów.",
  server: { title: "Serwer", lead: "Bez hosta poczta nie jest wysyłana." },
  host: "Host",
  port: "Port",
  portHint: "Zwykle 587; 465 przy TLS od początku.",
  secure: "TLS od początku",
  secureHint: "Wyłączone: połączenie zabezpiecza STARTTLS, jeśli serwer go oferuje.",
  login: { title: "Logowanie", lead: "Zostaw oba pola puste, jeśli serwer go nie wymaga." },
  user: "Użytkownik",
  password: "Hasło",
  sender: { title: "Nadawca", lead: "Od kogo przychodzą wiadomości." },
  fromAddress: "Adres",
  fromName: "Nazwa",
  save: "Zapisz",
  saved: "Ustawienia poczty zostały zapisane.",
  try: { title: "Test", lead: "Sprawdź, czy poczta dociera." },
  to: "Wyślij na adres",
  test: "Wyślij e-mail testowy",
  testLead: "Używa zapisanych ustawień.",
  testUnsaved: "Najpierw zapisz: test używa zapisanych ustawień.",
  tested: (to) => `Serwer przyjął wiadomość na adres ${to}. Sprawdź, czy dotarła.`,
  notTested: "Nie udało się wysłać wiadomości",
};
