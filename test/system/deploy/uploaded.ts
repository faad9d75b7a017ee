import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Account, Binding, Script } from "./account.ts";

interface Served {
  address: string;
  stop(): Promise<void>;
}

export async function serveUploaded(account: Account, name: string): Promise<Served> {
  const script = account.scripts.get(name)!;
  const folder = mkdtempSync(join(tmpdir(), "uptide-uploaded-"));
  const directory = join(folder, "assets");
  for (const [path, hash] of account.manifest) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), account.files.get(hash)!);
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name,
      cf: false,
      log: new Log(LogLevel.NONE),
      resourcePersistencePath: join(folder, "state"),
      compatibilityDate: script.compatibility.date,
      compatibilityFlags: script.compatibility.flags,
      modulesRoot: "/",
      modules: listModules(script),
      ...bindAll(script.bindings, script.classes),
      assets: {
        directory,
        binding: "ASSETS",
        run_worker_first: true,
        routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
      },
    }),
  );
  const address = String(await miniflare.ready).replace(/\/$/, "");
  return {
    address,
    async stop() {
      await miniflare.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listModules({ sources, main }: Script) {
  const typed = [...sources].map(([path, contents]) => ({
    type: path.endsWith(".sql") ? ("Text" as const) : ("ESModule" as const),
    path: `/${path}`,
    contents,
  }));
  return typed.sort((a, b) => Number(b.path === `/${main}`) - Number(a.path === `/${main}`));
}

function bindAll(bindings: readonly Binding[], classes: ReadonlySet<string>) {
  const of = (type: string) => bindings.filter((binding) => binding.type === type);
  const map = <V>(type: string, describe: (binding: Binding) => V) =>
    Object.fromEntries(of(type).map((binding) => [binding.name, describe(binding)]));
  return {
    bindings: {
      ...map("plain_text", ({ text }) => String(text)),
      ...map("secret_text", ({ text }) => String(text)),
    },
    d1Databases: map("d1", ({ id, database_id }) => ({ id: String(id ?? database_id) })),
    r2Buckets: map("r2_bucket", ({ bucket_name }) => ({ id: String(bucket_name) })),
    queueProducers: map("queue", ({ queue_name }) => ({ queueName: String(queue_name) })),
    durableObjects: map("durable_object_namespace", ({ class_name }) => ({
      className: String(class_name),
      useSQLite: classes.has(String(class_name)),
    })),
    ratelimits: map("ratelimit", ({ name, namespace_id, simple }) => ({
      type: "ratelimit" as const,
      name,
      namespace_id: String(namespace_id),
      simple: simple as { limit: number; period: 10 | 60 },
    })),
  };
}
