const ADDRESS = /^(?:https?|wss?|grpcs?):\/\//;
const NAMING = ["url", "host", "hostname", "domain"];

export function nameOf(config: Readonly<Record<string, unknown>>): string {
  const [target] = NAMING.map((name) => config[name]).filter(
    (value) => typeof value === "string" && value !== "",
  );
  if (typeof target !== "string") return "";
  if (!ADDRESS.test(target)) return "url" in config ? "" : target.slice(0, 200);
  return URL.canParse(target) ? new URL(target).host.replace(/^www\./, "") : "";
}
