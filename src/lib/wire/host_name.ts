export function parseIp(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(bare))
    return bare.split(".").every((n) => Number(n) < 256) ? bare : null;
  if (!bare.includes(":")) return null;
  return URL.parse(`http://[${bare}]/`)?.hostname.slice(1, -1) ?? null;
}

export function parseName(text: string): string | null {
  if (/[/\\?#@:[\]\s]/.test(text)) return null;
  const name = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, "");
  return name && name.length <= 253 && name.split(".").every(isLabel) && parseIp(name) === null ? name : null;
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= 63;
}

/** As in RFC 9525: `*` is the whole left-most label. */
export function isNameFor(host: string, certificateName: string): boolean {
  const ip = parseIp(host);
  if (ip !== null) return parseIp(certificateName) === ip;
  const name = parseName(host);
  if (name === null) return false;
  const pattern = certificateName.toLowerCase().replace(/\.$/, "");
  if (!pattern.startsWith("*.")) return pattern === name;
  const base = pattern.slice(2);
  return base.includes(".") && name.slice(name.indexOf(".") + 1) === base;
}
