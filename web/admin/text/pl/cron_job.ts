import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../cron_job.ts";
import { count } from "./plural.ts";

export const text: Translation<typeof english> = {
  next: "Pięć najbliższych uruchomień",
  nextIn: (zone) => `Godziny w strefie ${zone}.`,
  runs: {
    title: "Uruchomienia",
    empty:
      "Brak zgłoszonych uruchomień. Na początku zadania wywołaj drugi z powyższych adresów z /start na końcu.",
    chart: "Czas trwania",
    longest: (longest, number) =>
      `Najdłuższe z ${count(number, ["uruchomienia", "uruchomień", "uruchomień"])}: ${longest}.`,
    columns: { at: "Kiedy", kind: "Zgłoszenie", runId: "Uruchomienie", took: "Czas", body: "Wyjście" },
    kinds: { start: "Początek", success: "Powodzenie", fail: "Niepowodzenie", log: "Dziennik" },
    exitCode: (code) => `kod wyjścia ${code}`,
    none: "–",
    showLabel: (at) => `Pokaż wyjście z ${at}`,
    cut: "Zachowano pierwsze 10 KB wyjścia.",
    more: (number) => `jeszcze ${number}`,
  },
  pingLabel: "Dla zadań cron: dopisz na końcu /start, /fail, /log lub kod wyjścia",
  schedule: "Harmonogram sygnałów życia",
  scheduled: (schedule, zone) => `${schedule} (${zone})`,
};
