/**
 * What can be wrong with a sign-up that only the server finds out. The page has a text of its own for each,
 * `subscribe.<code>`, in each of its languages; the sentence beside it is for who calls the API.
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
  "notHere",
] as const;
export type SignUpProblem = (typeof SIGN_UP_PROBLEMS)[number];

export function isSignUpProblem(code: string | undefined): code is SignUpProblem {
  return SIGN_UP_PROBLEMS.some((known) => known === code);
}

/** A refusal in a schema. */
export function refusal(code: SignUpProblem, message: string) {
  return { error: message, params: { code } };
}
