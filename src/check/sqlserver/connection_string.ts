/** One setting: its name, then a value in quotes (doubled where they are part of it) or up to the next semicolon. */
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

/** As ADO.NET has it: `Server=tcp:host,1433;User Id=…`. Null where it can't be read; of a setting given twice, the last. */
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
  /** A server with a name of its own among several; where it listens is asked over UDP. */
  instance: string;
}

/** `tcp:host\instance,port`; null for a way other than TCP. */
export function parseServer(server: string): ServerPlace | null {
  const match = /^(?:tcp:)?\s*\[?([^\\,[\]]+?)\]?\s*(?:\\([^,]*))?(?:,\s*(\d{1,5}))?$/i.exec(server.trim());
  const [, hostname, instance = "", port] = match ?? [];
  if (!hostname || /^(?:np|lpc|admin):/i.test(hostname)) return null;
  return { hostname, instance, port: port ? Number(port) : null };
}
