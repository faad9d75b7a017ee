export type PlaceholderValues = Readonly<Record<string, string>>;
export type Escape = (value: string) => string;

const NAME = String.raw`\{\{\s*([\w.-]+)\s*\}\}`;
const PLACEHOLDER = new RegExp(NAME, "g");
const JSON_TOKEN = new RegExp(String.raw`\\[^]|"|${NAME}`, "g");
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Unknown names stay as written, and filled values are not scanned again. */
export function fillTemplate(text: string, variables: PlaceholderValues, toForm: Escape): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(variables, name) ? toForm(variables[name]!) : whole,
  );
}

/**
 * Keeps the JSON valid for any values: escaped inside strings; elsewhere numbers stay bare and all else
 * becomes a string.
 */
export function fillJson(text: string, variables: PlaceholderValues): string {
  return replaceInJson(text, (whole, name, isInText) => {
    const value = Object.hasOwn(variables, name) ? variables[name]! : null;
    if (isInText) return value === null ? whole : escapeJson(value);
    return value !== null && JSON_NUMBER.test(value) ? value : JSON.stringify(value ?? whole);
  });
}

export function isJsonTemplate(text: string): boolean {
  // Inside a string the stand-in must not complete an escape; elsewhere a placeholder may become a string or
  // a number.
  return ['"0"', "0"].every((bare) =>
    isJson(replaceInJson(text, (_whole, _name, isInText) => (isInText ? "z" : bare))),
  );
}

function replaceInJson(
  text: string,
  replace: (whole: string, name: string, isInText: boolean) => string,
): string {
  let isInText = false;
  return text.replace(JSON_TOKEN, (whole, name: string | undefined) => {
    if (name !== undefined) return replace(whole, name, isInText);
    if (whole === '"') isInText = !isInText;
    return whole;
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function coverPlaceholders(text: string, standIn: string): string {
  return text.replace(PLACEHOLDER, () => standIn);
}

export function findPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

export function plain(value: string): string {
  return value;
}

export function escapeJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

export function escapeUrlPart(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/** fetch only accepts ASCII without line breaks in headers; other characters are percent-encoded. */
export function escapeHeader(value: string): string {
  return value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}
