import { afterEach, describe, expect, it } from "vitest";
import { text as polish } from "../../../web/admin/text/pl/lib.ts";
import { sayProblem } from "../../../web/lib/served.ts";
import { text } from "../../../web/lib/text.ts";

const original = text.servedProblems;

afterEach(() => {
  Object.assign(text, { servedProblems: original });
});

describe("sayProblem", () => {
  it("translates sentences with any numbers, and leaves others in English", () => {
    expect(sayProblem("Use 10 to 86400 seconds.")).toBe("Use 10 to 86400 seconds.");
    Object.assign(text, { servedProblems: polish.servedProblems });
    expect(
      [
        "Wrong password.",
        "Use 10 to 86400 seconds.",
        "Use at most 20,000 characters.",
        "Use a colour such as #22c55e.",
        "cache2 refused 3 connections.",
        "Something went wrong. Request ID: 9f0c2b7e-1d3a-4c55-8e21-0a6b7c8d9e0f.",
      ].map(sayProblem),
    ).toEqual([
      "Nieprawidłowe hasło.",
      "Wpisz od 10 do 86400 sekund.",
      "Wpisz najwyżej 20\u00a0000 znaków.",
      "Wpisz kolor, np. #22c55e.",
      "cache2 refused 3 connections.",
      "Coś poszło nie tak. Identyfikator żądania: 9f0c2b7e-1d3a-4c55-8e21-0a6b7c8d9e0f.",
    ]);
  });
});
