import { z } from "zod";
import { atMost } from "./limits.ts";

/**
 * Problems only the server can find. The page has a translated text `subscribe.<code>` for each; the message
 * is for API clients.
 */
const SIGN_UP_PROBLEMS = [
  "badUrl",
  "urlLogin",
  "urlPrivate",
  "urlNowhere",
  "urlUnsure",
  "badHeaderName",
  "headerTwice",
  "headerReserved",
  "badHeaderValue",
  "headerEmpty",
  "headersMany",
  "tooLong",
  "notHere",
] as const;
export type SignUpProblem = (typeof SIGN_UP_PROBLEMS)[number];

export function isSignUpProblem(code: string | undefined): code is SignUpProblem {
  return SIGN_UP_PROBLEMS.some((known) => known === code);
}

export function refusal(code: SignUpProblem, message: string) {
  return { error: message, params: { code } };
}

export function limitedText(max: number, otherwise: string) {
  return z
    .string(otherwise)
    .trim()
    .refine((text) => text.length <= max, refusal("tooLong", atMost(max, "characters")))
    .meta({ maxLength: max });
}
