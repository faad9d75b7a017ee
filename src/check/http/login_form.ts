interface LoginForm {
  action: URL;
  fields: Record<string, string>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function parseLoginForm(html: string, pageUrl: URL): LoginForm | null {
  for (const [, attributes = "", inside = ""] of html.matchAll(
    /<form\b([^<>]*)>([\s\S]*?)(?:<\/form>|$)/gi,
  )) {
    const inputs = Array.from(inside.matchAll(/<(?:input|button)\b([^<>]*)>/gi), ([, text = ""]) =>
      parseAttributes(text),
    );
    if (!inputs.some(({ type }) => type?.toLowerCase() === "password")) continue;
    const action = URL.parse(parseAttributes(attributes)["action"] || pageUrl.href, pageUrl);
    if (!action) return null;
    const isKept = ({ type = "text" }: Record<string, string>) =>
      !/^(checkbox|radio|button|reset)$/i.test(type);
    const named = inputs.filter((input) => input["name"] && isKept(input));
    return { action, fields: Object.fromEntries(named.map(({ name = "", value = "" }) => [name, value])) };
  }
  return null;
}

function parseAttributes(text: string): Record<string, string> {
  const pairs = text.matchAll(/([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g);
  return Object.fromEntries(
    Array.from(pairs, ([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ""),
    ]),
  );
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return ENTITIES[String(name).toLowerCase()] ?? whole;
  });
}
