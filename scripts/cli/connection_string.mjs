export function readConnectionString(type, text, say) {
  const given = String(text ?? "").trim();
  const isAdo = type === "sqlserver" && !/^\w+:\/\//.test(given);
  return isAdo ? readAdo(given) : readUrl(type, given, say);
}

/** `Server=tcp:db.example,1433;Database=shop;User Id=sa;Password="a;b"`: names in any case, quotes optional. */
function readAdo(text) {
  const parts = new Map();
  for (const [, name, double, single, plain] of text.matchAll(
    /\s*([^=;]+?)\s*=\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([^;]*))\s*(?:;|$)/g,
  )) {
    const value = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? plain.trim();
    parts.set(name.toLowerCase().replaceAll(" ", ""), value);
  }
  const find = (...names) => names.map((name) => parts.get(name)).find((value) => value !== undefined);
  const server = find("server", "datasource", "address", "addr", "networkaddress") ?? "";
  const [, host, port] = /^(?:tcp:)?([^,\\:]+)(?:\\[^,]*)?(?:[,:]\s*(\d+))?$/.exec(server.trim()) ?? [];
  if (!host) return null;
  return {
    host: /^(\.|\(local\))$/.test(host) ? "localhost" : host,
    port: port ? Number(port) : undefined,
    database: find("database", "initialcatalog") || undefined,
    user: find("userid", "uid", "user") || undefined,
    password: find("password", "pwd") || undefined,
    tls: adoTls(find("encrypt"), find("trustservercertificate")),
  };
}

function adoTls(encrypt = "true", trusts = "false") {
  if (/^(false|no|optional)$/i.test(encrypt)) return undefined;
  return /^(true|yes)$/i.test(trusts) ? "verify-none" : "on";
}

function readUrl(type, text, say) {
  const single = text.replace(/^(\w[\w+.-]*:\/\/(?:[^@/]*@)?[^,/?]+)(?:,[^/?]+)/, "$1");
  if (single !== text) say("only the first of its hosts is checked.");
  const url = URL.canParse(single) ? new URL(single) : null;
  if (!url?.hostname) return null;
  if (url.protocol === "mongodb+srv:")
    say("its connection string names a group instead of a host: enter one of its hosts.");
  const options = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  if (options.has("sslrootcert") || options.has("tlscafile"))
    say("its certificate authority is a file: set tls to ca and paste the certificate.");
  const named = decode(url.pathname.slice(1));
  const authSource = options.get("authsource");
  if (authSource && named && authSource !== named)
    say(`the user is looked up in ${authSource} instead of ${named}.`);
  const config = {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port ? Number(url.port) : undefined,
    database: authSource ?? named,
    user: decode(url.username) ?? options.get("user"),
    password: decode(url.password) ?? options.get("password"),
    tls: urlTls(url.protocol, options),
  };
  return type === "redis" ? { ...config, database: Number(config.database) || undefined } : config;
}

function decode(part) {
  try {
    return part ? decodeURIComponent(part) : undefined;
  } catch {
    return part;
  }
}

const UNVERIFIED = ["sslaccept", "tlsinsecure", "tlsallowinvalidcertificates"];

/** Follows the drivers that Uptime Kuma uses. */
function urlTls(protocol, options) {
  const mode = (options.get("sslmode") ?? options.get("ssl-mode") ?? "").toLowerCase();
  const flag = options.get("ssl") ?? options.get("tls") ?? "";
  const isOn = /^(rediss|mongodb\+srv):$/.test(protocol);
  if (/^(disable|disabled|preferred)$/.test(mode) || /^(false|0)$/.test(flag)) return undefined;
  // MySQL uses `required`. PostgreSQL's driver verifies with `require`, and even with `prefer`.
  const isUnverified =
    /^(no-verify|required)$/.test(mode) ||
    /"rejectUnauthorized"\s*:\s*false/.test(flag) ||
    UNVERIFIED.some((name) => /^(true|accept_invalid_certs)$/.test(options.get(name) ?? ""));
  if (isUnverified) return "verify-none";
  return mode !== "" || flag !== "" || isOn ? "on" : undefined;
}
