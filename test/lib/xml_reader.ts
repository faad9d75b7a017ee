/** A strict reader of small XML documents: it throws where a feed reader would. */

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:.-]+)="([^"]*)"/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no such characters.
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

export function readXml(document: string): Element {
  if (ILLEGAL.test(document)) throw new Error("a character that XML does not allow");
  if (!document.isWellFormed()) throw new Error("a lone surrogate");
  const declaration = /^<\?xml version="1\.0" encoding="utf-8"\?>\n/.exec(document);
  if (!declaration) throw new Error("no XML declaration");
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let at = declaration[0].length;
  while (at < document.length) {
    const next = document.indexOf("<", at);
    const text = document.slice(at, next < 0 ? undefined : next);
    open.at(-1)!.text += decode(text);
    if (next < 0) break;
    TAG.lastIndex = next;
    const [whole, isEnd, name = "", attributes = "", isEmpty] = TAG.exec(document) ?? fail(document, next);
    if (isEnd) {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`</${name}> ends nothing`);
    } else {
      const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key, value = ""]) => [key, decode(value)]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
      open.at(-1)!.children.push(element);
      if (!isEmpty) open.push(element);
    }
    at = next + whole.length;
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== "")
    throw new Error("not one element");
  return root.children[0]!;
}

function decode(text: string): string {
  if (text.includes("]]>") || /&(?!(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos);)/i.test(text))
    throw new Error(`not escaped: ${text}`);
  return text.replace(/&(#x?)?(\w+);/g, (_, number, name) =>
    number ? String.fromCodePoint(Number.parseInt(name, number === "#" ? 10 : 16)) : (NAMED[name] ?? ""),
  );
}

function fail(document: string, at: number): never {
  throw new Error(`no tag: ${document.slice(at, at + 40)}`);
}

export function all({ children }: Element, name: string): Element[] {
  return children.filter((child) => child.name === name);
}

export function textOf(element: Element, name: string): string {
  const found = all(element, name);
  if (found.length !== 1) throw new Error(`${element.name} has ${found.length} times ${name}`);
  return found[0]!.text;
}
