import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeConfig } from "./config.ts";
import type { Plan } from "./plan.ts";
import { type Access, ask } from "./platform.ts";
import { Refusal } from "./refusal.ts";
import type { Shipped } from "./shipped.ts";
import { mustRun, withFolder } from "./wrangler.ts";

/** Data stores first, then the schema, and the code last, once everything it needs exists. */
export async function applyPlan(access: Access, shipped: Shipped, plan: Plan): Promise<void> {
  const database = plan.database.id ?? (await createDatabase(access, plan.database.name));
  for (const { name, isThere } of plan.buckets) if (!isThere) await createBucket(access, name);
  for (const { name, isThere } of plan.queues) if (!isThere) await createQueue(access, name);
  const config = JSON.stringify(makeConfig(shipped, plan, { account: access.accountId, database }));
  await withFolder(async (folder) => {
    const path = join(folder, "wrangler.json");
    writeFileSync(path, config);
    if (plan.migrations.length > 0) await migrate(access, shipped, path);
    await upload(access, plan, path);
  });
  if (plan.newDomains.length > 0) await addDomains(access, plan);
}

async function createDatabase(access: Access, name: string): Promise<string> {
  const path = "/accounts/:account/d1/database";
  const asked = { doing: `create the database ${name}`, path, method: "POST", body: { name } } as const;
  return (await ask<{ uuid: string }>(access, asked)).uuid;
}

async function createBucket(access: Access, name: string): Promise<void> {
  const path = "/accounts/:account/r2/buckets";
  await ask(access, { doing: `create the bucket ${name}`, path, method: "POST", body: { name } });
}

async function createQueue(access: Access, name: string): Promise<void> {
  const path = "/accounts/:account/queues";
  await ask(access, { doing: `create the queue ${name}`, path, method: "POST", body: { queue_name: name } });
}

async function migrate({ accountId }: Access, shipped: Shipped, config: string): Promise<void> {
  const binding = shipped.d1_databases[0]?.binding ?? "DB";
  await mustRun(["d1", "migrations", "apply", binding, "--remote", "--config", config], {
    doing: "migrate the database",
    env: { CLOUDFLARE_ACCOUNT_ID: accountId },
  });
}

/** A new secret is uploaded with the code, because neither works without the other. */
async function upload({ accountId }: Access, plan: Plan, config: string): Promise<void> {
  const args = ["deploy", "--config", config];
  const how = { doing: "deploy the code", env: { CLOUDFLARE_ACCOUNT_ID: accountId } };
  if (!plan.makesSecret) {
    await mustRun(args, how);
    return;
  }
  const secrets = join(dirname(config), "secrets.json");
  writeFileSync(secrets, JSON.stringify({ SECRET_KEY: randomBytes(32).toString("base64") }), { mode: 0o600 });
  await mustRun([...args, "--secrets-file", secrets], how);
}

interface Changes {
  updated?: { hostname: string; modified?: boolean }[];
  conflicting?: { hostname: string }[];
}

/** Without a terminal wrangler takes a host away from its current owner; this never does. */
async function addDomains(access: Access, { name, domains, newDomains }: Plan): Promise<void> {
  const path = `/accounts/:account/workers/scripts/${name}/domains`;
  const origins = domains.map((hostname) => ({ hostname }));
  const doing = `connect the Worker to ${newDomains.join(" and ")}`;
  const changes = await ask<Changes>(access, {
    doing,
    path: `${path}/changeset?replace_state=true`,
    method: "POST",
    body: origins,
  });
  const taken = [
    ...(changes.conflicting ?? []),
    ...(changes.updated ?? []).filter(({ modified }) => modified),
  ];
  if (taken.length > 0)
    throw new Refusal(
      `The code is deployed, but ${taken.map(({ hostname }) => hostname).join(" and ")} already has DNS records or another Worker, which would be lost: delete them in the zone's DNS settings and deploy again, or choose another domain with --domain.`,
    );
  const body = {
    override_scope: true,
    override_existing_origin: false,
    override_existing_dns_record: false,
    origins,
  };
  await ask(access, { doing, path: `${path}/records`, method: "PUT", body });
}
