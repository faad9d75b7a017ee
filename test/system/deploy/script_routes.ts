import { type Account, type Asked, freshScript, Refused, type Route, type Script } from "./account.ts";
import { storeUpload } from "./upload.ts";

const SCRIPT = "workers\\/scripts\\/([^/]+)";

export const SCRIPT_ROUTES: readonly Route[] = [
  { method: "GET", path: /^workers\/services\/([^/]+)$/, answer: getService },
  { method: "GET", path: on("settings"), answer: getSettings },
  { method: "PATCH", path: on("(?:script-)?settings"), answer: getSettings },
  { method: "GET", path: on("secrets"), answer: listSecrets },
  { method: "GET", path: on("deployments"), answer: listDeployments },
  { method: "POST", path: on("deployments"), answer: createDeployment },
  { method: "POST", path: on("versions"), answer: createVersion },
  { method: "PUT", path: new RegExp(`^${SCRIPT}$`), answer: putScript },
  { method: "POST", path: on("assets-upload-session"), answer: openAssets },
  { method: "POST", path: /^workers\/assets\/upload$/, answer: takeAssets },
  { method: "GET", path: on("schedules"), answer: listSchedules },
  { method: "PUT", path: on("schedules"), answer: putSchedules },
];

function on(what: string): RegExp {
  return new RegExp(`^${SCRIPT}\\/${what}$`);
}

export function getScript({ account, parts }: Pick<Asked, "account" | "parts">): Script {
  const script = account.scripts.get(parts[0] ?? "");
  if (!script) throw new Refused(404, 10007, "This Worker does not exist on your account.");
  return script;
}

function getService(asked: Asked) {
  const script = getScript(asked);
  const tag = script.migrationTag ? { migration_tag: script.migrationTag } : {};
  const described = { id: asked.parts[0], tag: "tag", tags: [], last_deployed_from: "wrangler", ...tag };
  return {
    result: { id: asked.parts[0], default_environment: { environment: "production", script: described } },
  };
}

function getSettings(asked: Asked) {
  const hidden = getScript(asked).bindings.map((binding) =>
    binding.type === "secret_text" ? { type: binding.type, name: binding.name } : binding,
  );
  return { result: { bindings: hidden } };
}

function listSecrets(asked: Asked) {
  const secrets = getScript(asked).bindings.filter(({ type }) => type === "secret_text");
  return { result: secrets.map(({ type, name }) => ({ type, name })) };
}

function listDeployments(asked: Asked) {
  const script = getScript(asked);
  const deployments = script.deployments.map((version_id) => ({
    id: version_id,
    versions: [{ version_id, percentage: 100 }],
  }));
  return { result: { deployments: deployments.toReversed() } };
}

async function createDeployment(asked: Asked) {
  const script = getScript(asked);
  const { versions } = (await asked.json()) as { versions?: { version_id: string }[] };
  const id = versions?.[0]?.version_id ?? "";
  if (!script.versions.includes(id)) throw new Refused(404, 10045, `Version ${id} does not exist.`);
  script.deployments.push(id);
  return { result: { id } };
}

async function createVersion(asked: Asked) {
  const script = getScript(asked);
  if (script.modules.length === 0) throw new Refused(404, 10007, "This Worker has no code yet.");
  const id = await storeUpload(asked, { script, mayMigrate: false });
  return {
    result: { id, number: script.versions.length, resources: { script: { etag: id } }, startup_time_ms: 9 },
  };
}

async function putScript(asked: Asked) {
  const { account, parts } = asked;
  const name = parts[0] ?? "";
  const known = account.scripts.get(name);
  const { scripts } = account.limits;
  if (!known && account.scripts.size >= scripts)
    throw new Refused(403, 10037, `You have exceeded the limit of ${scripts} Workers on your account.`);
  const script = known ?? freshScript();
  const id = await storeUpload(asked, { script, mayMigrate: true });
  account.scripts.set(name, script);
  script.deployments.push(id);
  return { result: { id: name, etag: id, deployment_id: id.replaceAll("-", ""), startup_time_ms: 9 } };
}

async function openAssets({ account, json }: Asked) {
  const { manifest } = (await json()) as { manifest: Record<string, { hash: string }> };
  account.manifest = new Map(Object.entries(manifest).map(([path, { hash }]) => [path, hash]));
  const hashes = [...new Set(Object.values(manifest).map(({ hash }) => hash))];
  return { result: { jwt: token({ wanted: hashes.length }), buckets: [hashes] } };
}

async function takeAssets({ account, form }: Asked) {
  const files = [...(await form())];
  for (const [hash, value] of files)
    account.files.set(hash, Buffer.from(await new Response(value).text(), "base64"));
  return { result: { jwt: token({ uploaded: files.length }) } };
}

/** Looks like a platform token: three parts, the middle one readable. */
function token(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [
    part({ alg: "none" }),
    part({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims }),
    "signature",
  ].join(".");
}

function listSchedules(asked: Asked) {
  return { result: { schedules: getScript(asked).schedules.map((cron) => ({ cron })) } };
}

async function putSchedules(asked: Asked) {
  const script = getScript(asked);
  const crons = ((await asked.json()) as unknown as { cron: string }[]).map(({ cron }) => cron);
  const others = countCrons(asked.account) - script.schedules.length;
  const { crons: limit } = asked.account.limits;
  if (others + crons.length > limit)
    throw new Refused(
      403,
      10072,
      `This account has reached the Workers Free limit of ${limit} cron triggers per account.`,
    );
  script.schedules = crons;
  return { result: { schedules: crons.map((cron) => ({ cron })) } };
}

function countCrons(account: Account): number {
  return [...account.scripts.values()].reduce((sum, { schedules }) => sum + schedules.length, 0);
}
