import { type Account, type Asked, type Binding, Refused, type Script } from "./account.ts";

interface Metadata {
  main_module?: string;
  compatibility_date?: string;
  compatibility_flags?: string[];
  bindings?: Binding[];
  keep_bindings?: string[];
  migrations?: { old_tag?: string; new_tag: string; steps: { new_sqlite_classes?: string[] }[] };
  assets?: { jwt?: string };
}

export async function storeUpload(
  asked: Asked,
  { script, mayMigrate }: { script: Script; mayMigrate: boolean },
): Promise<string> {
  const form = await asked.form();
  const metadata = JSON.parse(String(form.get("metadata"))) as Metadata;
  const modules = [...form.keys()].filter((name) => name !== "metadata");
  const sources = new Map<string, string>();
  for (const name of modules) sources.set(name, await new Response(form.get(name)).text());
  const main = form.get(metadata.main_module ?? "");
  if (!(main instanceof File))
    throw new Refused(400, 10021, "No such module: the main module is not among them.");
  const code = await main.text();
  const migrated = migrate(script, metadata, { code, mayMigrate });
  const bindings = withKept(script, metadata);
  for (const binding of bindings) mustExist(binding, asked.account, migrated.classes);
  const uploaded = metadata.assets ? countAssets(metadata.assets.jwt) : script.assets;
  const id = crypto.randomUUID();
  const { main_module, compatibility_date: date = "", compatibility_flags: flags = [] } = metadata;
  const taken = { modules, sources, main: main_module, compatibility: { date, flags } };
  Object.assign(script, { ...migrated, ...taken, bindings, assets: uploaded });
  script.versions.push(id);
  return id;
}

function migrate(
  script: Script,
  { migrations }: Metadata,
  { code, mayMigrate }: { code: string; mayMigrate: boolean },
): Pick<Script, "classes" | "migrationTag"> {
  if (!migrations) return { classes: script.classes, migrationTag: script.migrationTag };
  if (!mayMigrate) throw new Refused(400, 10211, "A version can't carry a migration of Durable Objects.");
  if ((migrations.old_tag ?? null) !== script.migrationTag)
    throw new Refused(412, 10079, `Migration tag precondition failed: the tag is ${script.migrationTag}.`);
  const classes = new Set(script.classes);
  for (const name of migrations.steps.flatMap((step) => step.new_sqlite_classes ?? [])) {
    if (classes.has(name))
      throw new Refused(400, 10074, `Cannot apply new_sqlite_classes: ${name} exists already.`);
    if (!new RegExp(`\\b${name}\\b`).test(code))
      throw new Refused(400, 10070, `Cannot apply new_sqlite_classes: the script exports no ${name}.`);
    classes.add(name);
  }
  return { classes, migrationTag: migrations.new_tag };
}

function withKept(script: Script, { bindings = [], keep_bindings = [] }: Metadata): Binding[] {
  const isNew = new Set(bindings.map(({ name }) => name));
  const kept = script.bindings.filter(({ type, name }) => keep_bindings.includes(type) && !isNew.has(name));
  const inherited = bindings.map((binding) => {
    if (binding.type !== "inherit") return binding;
    const old = script.bindings.find(({ name }) => name === binding.name);
    if (!old) throw new Refused(400, 10057, `Binding ${binding.name} can't be inherited: there is none.`);
    return old;
  });
  return [...inherited, ...kept];
}

function mustExist(binding: Binding, account: Account, classes: ReadonlySet<string>): void {
  const { type, name } = binding;
  const missing = (what: string, code: number) =>
    new Refused(400, code, `Binding '${name}': ${what} was not found.`);
  if (type === "d1" && !account.databases.has(String(binding["id"] ?? binding["database_id"])))
    throw missing("the D1 database", 10181);
  if (type === "r2_bucket" && !account.buckets.has(String(binding["bucket_name"])))
    throw missing("the bucket", 10085);
  if (type === "queue" && !account.queues.some(({ queue_name }) => queue_name === binding["queue_name"]))
    throw missing("the queue", 11000);
  if (type === "durable_object_namespace" && !classes.has(String(binding["class_name"])))
    throw new Refused(
      400,
      10061,
      `Cannot create binding for class '${binding["class_name"]}': no migration made it.`,
    );
}

function countAssets(jwt = ""): number {
  const claims = JSON.parse(Buffer.from(jwt.split(".")[1] ?? "e30", "base64url").toString()) as {
    uploaded?: number;
  };
  if (!claims.uploaded) throw new Refused(400, 10304, "The assets were not uploaded.");
  return claims.uploaded;
}
