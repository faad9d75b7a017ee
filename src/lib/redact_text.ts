import { hasSecretName, REDACTED, redact } from "./redact.ts";

const NAMED = /(?<![\w.-])([\w.-]{1,80})(\\{0,8}["']?)\s{0,20}([:=])\s{0,20}/g;
const OTHER_NAME =
  /(?:api|access|private|routing|integration|service|auth)[._-]?key|passwd|passphrase|session|signature/i;
const ELEMENT = /<([\w:.-]{1,80})((?:\s[^<>]{0,500})?)>([^<]+)/g;
const HTML_FIELD = /<(?:input|meta)\s[^<>]{1,1000}>/gi;
const SCHEME = /\b(Basic|Bearer)\s{1,5}(?=[\w+/.~-]*[\d=])[\w+/=.~-]{6,}/gi;
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g;
const JWT_HEAD = /(?<![A-Za-z\d])eyJ[\w-]{8}/;

export function redactText(text: string): string {
  const found = hideNamed(text)
    .replace(ELEMENT, (whole, name: string, attributes: string) => {
      return isSecret(name) ? `<${name}${attributes}>${REDACTED}` : whole;
    })
    .replace(HTML_FIELD, hideField)
    .replace(SCHEME, `$1 ${REDACTED}`)
    .replace(DOTTED, hideJwt);
  return String(redact(found));
}

function hideJwt(dotted: string): string {
  const start = dotted.search(JWT_HEAD);
  return start >= 0 && /\.[\w-]{4}/.test(dotted.slice(start)) ? dotted.slice(0, start) + REDACTED : dotted;
}

export function isSecret(name: string): boolean {
  return hasSecretName(name) || OTHER_NAME.test(name);
}

function hideNamed(text: string): string {
  let hidden = "";
  let from = 0;
  for (const { index, 0: whole, 1: name = "", 2: quote, 3: sign } of text.matchAll(NAMED)) {
    const start = index + whole.length;
    if (index < from || !isSecret(name)) continue;
    const end = endOfValue(text, { start, isMember: quote !== "", isField: sign === "=" });
    if (end === start) continue;
    hidden += text.slice(from, start) + REDACTED;
    from = end;
  }
  return hidden + text.slice(from);
}

interface ValueStart {
  start: number;
  isMember: boolean;
  isField: boolean;
}

/** Errs on the side of hiding too much: an unterminated value is hidden to its end. */
function endOfValue(text: string, { start, isMember, isField }: ValueStart): number {
  const rest = text.slice(start);
  const [opener] = /^\\{0,8}["']/.exec(rest) ?? [];
  if (opener) return start + endOfQuoted(rest, opener);
  if (/^[[{]/.test(rest)) return start + endOfNested(rest);
  const bare = isMember ? /^[^,}\]\n]*/ : isField ? /^[^\s&;,"'<>]*/ : /^[^\n<"]*/;
  return start + (bare.exec(rest)?.[0].length ?? 0);
}

function endOfQuoted(rest: string, opener: string): number {
  let at = rest.indexOf(opener, opener.length);
  while (at > 0 && rest[at - 1] === "\\") at = rest.indexOf(opener, at + 1);
  return at < 0 ? rest.length : at + opener.length;
}

function endOfNested(rest: string): number {
  let depth = 0;
  for (const { index, 0: token } of rest.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    if (depth === 0) return index + token.length;
  }
  return rest.length;
}

function hideField(tag: string): string {
  const [, name = ""] = /\s(?:name|id|property)\s{0,5}=\s{0,5}["']?([^"'\s>]*)/i.exec(tag) ?? [];
  if (!isSecret(name) && !/type\s{0,5}=\s{0,5}["']?password/i.test(tag)) return tag;
  return tag.replace(/(\s(?:value|content)\s{0,5}=\s{0,5})("[^"]*"?|'[^']*'?|[^\s>]+)/gi, `$1${REDACTED}`);
}
