const SETTING = /([^=;]+)=\s*(?:"((?:[^"]|"")*)"\s*|'((?:[^']|'')*)'\s*|([^\s;"'][^;]*|))(?:;|$)/y;

const NAMES: Readonly<Record<string, string>> = {
  "data source": "server",
  addr: "server",
  address: "server",
  "network address": "server",
  "initial catalog": "database",
  uid: "user id",
  user: "user id",
  pwd: "password",
  "trust server certificate": "trustservercertificate",
  "application intent": "applicationintent",
  trusted_connection: "integrated security",
};

/** ADO.NET style: `Server=tcp:host,1433;User Id=…`. The last of repeated settings wins; null if unreadable. */
export function parseSettings(text: string): URLSearchParams | null {
  const settings = new URLSearchParams();
  const pattern = new RegExp(SETTING);
  while (pattern.lastIndex < text.length) {
    if (/^[\s;]*$/.test(text.slice(pattern.lastIndex))) break;
    const [, name = "", double, single, bare = ""] = pattern.exec(text) ?? [];
    const known = name.trim().toLowerCase();
    if (known === "") return null;
    const value = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? bare.trimEnd();
    settings.set(NAMES[known] ?? known, value);
  }
  return settings;
}

interface ServerPlace {
  hostname: string;
  port: number | null;
  instance: string;
}

/** `tcp:host\instance,port`; null for protocols other than TCP. */
export function parseServer(server: string): ServerPlace | null {
  const match = /^(?:tcp:)?\s*\[?([^\\,[\]]+?)\]?\s*(?:\\([^,]*))?(?:,\s*(\d{1,5}))?$/i.exec(server.trim());
  const [, hostname, instance = "", port] = match ?? [];
  if (!hostname || /^(?:np|lpc|admin):/i.test(hostname)) return null;
  return { hostname, instance, port: port ? Number(port) : null };
}
