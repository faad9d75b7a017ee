import { Document, Scalar, type ScalarTag, visit } from "yaml";

/** Starts with a letter, so it can't be a number, date or time, and has no YAML syntax. */
const PLAIN = /^[\p{L}_/](?:[\p{L}\p{N}_./@+=&?%~()$*!;'-]|:(?=[^\s,[\]{}])|,(?=\S)| (?=[^\s#:]))*$/u;
/** Line breaks in YAML 1.1, or not allowed there. */
const ESCAPED = /[\u007f-\u009f\u00ad\u2028\u2029\ufeff\ufffe\uffff]/g;

const number: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value) => typeof value === "number",
  resolve: Number,
  // YAML 1.1 allows an exponent only after a decimal point.
  stringify: ({ value }) => String(value).replace(/^(-?\d+)e/, "$1.0e"),
};

/** Reads the same under YAML 1.2 and 1.1. */
export function writeYaml(value: unknown): string {
  const document = new Document(value, {
    compat: "yaml-1.1",
    customTags: (tags) => [number, ...tags],
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Scalar(place, node) {
      if (typeof node.value === "string") node.type = styleOf(node.value, place === "key");
    },
  });
  return document
    .toString({ lineWidth: 0, doubleQuotedAsJSON: true })
    .replace(ESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function styleOf(text: string, isName: boolean): Scalar.Type {
  if (PLAIN.test(text)) return Scalar.PLAIN;
  return isBlock(text) && !isName ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

function isBlock(text: string): boolean {
  const inner = text.endsWith("\n") ? text.slice(0, -1) : text;
  return (
    inner.includes("\n") &&
    /^[^\s#%]/.test(text) &&
    !inner.endsWith("\n") &&
    !/[^\P{Cc}\n\t]|\p{Cs}/u.test(text) &&
    text.search(ESCAPED) === -1 &&
    !/^\t|[ \t]$/m.test(text)
  );
}
