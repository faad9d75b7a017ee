export type PlaceholderValues = Readonly<Record<string, string>>;
export type Escape = (value: string) => string;

const NAME = String.raw`\{\{\s*([\w.-]+)\s*\}\}`;
const PLACEHOLDER = new RegExp(NAME, "g");
/** An escape, a quotation mark, or a placeholder, so that a reader knows whether it stands inside a text. */
const JSON_TOKEN = new RegExp(String.raw`\\[^]|"|${NAME}`, "g");
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Puts values in place of `{{name}}`. An unknown name stays as written, and no value is looked through again. */
export function fillTemplate(text: string, variables: PlaceholderValues, toForm: Escape): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(variables, name) ? toForm(variables[name]!) : whole,
  );
}

/**
 * Fills a text that holds JSON and leaves it JSON whatever the values: inside a text they are escaped, anywhere else
 * a number stands as it is and everything else becomes a text.
 */
export function fillJson(text: string, variables: PlaceholderValues): string {
  return replaceInJson(text, (whole, name, isInText) => {
    const value = Object.hasOwn(variables, name) ? variables[name]! : null;
    if (isInText) return value === null ? whole : escapeJson(value);
    return value !== null && JSON_NUMBER.test(value) ? value : JSON.stringify(value ?? whole);
  });
}

/** Whether the text is JSON once it is filled, with whatever values. */
export function isJsonTemplate(text: string): boolean {
  // In a text the stand-in completes no escape; elsewhere a placeholder may become a text and may become a number.
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

/** The text with one stand-in for every placeholder. */
export function coverPlaceholders(text: string, standIn: string): string {
  return text.replace(PLACEHOLDER, () => standIn);
}

export function plain(value: string): string {
  return value;
}

/** For inside the quotation marks of a JSON text. */
export function escapeJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

export function escapeUrlPart(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/** One line of ASCII, since fetch refuses anything else in a header; other characters are percent-encoded. */
export function escapeHeader(value: string): string {
  return value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}
