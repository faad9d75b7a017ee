import { build } from "./build.ts";
import { applyPlan } from "./deploy/apply.ts";
import { lookAround } from "./deploy/found.ts";
import { rename } from "./deploy/names.ts";
import { HELP, type Options, parseOptions, parseUrl } from "./deploy/options.ts";
import { decidePlan, type Plan } from "./deploy/plan.ts";
import { awaitReady } from "./deploy/ready.ts";
import { Refusal } from "./deploy/refusal.ts";
import { LOST_SECRET, listSteps } from "./deploy/report.ts";
import { listMigrations, readShipped, type Shipped } from "./deploy/shipped.ts";
import { signIn } from "./deploy/sign_in.ts";
import { askFor, canAsk } from "./deploy/terminal.ts";

// A signal alone would skip the exit handlers that delete wrangler's temporary files.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);

try {
  const options = parseOptions(process.argv.slice(2));
  if (options) await deploy(options);
  else console.log(HELP);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

function stop(): never {
  console.error("\nStopped. The next deploy reuses what has already been created.");
  process.exit(1);
}

async function deploy(options: Options): Promise<void> {
  const shipped = nameOf(options, readShipped());
  const access = await signIn(process.env, shipped.account_id);
  const plan = decidePlan({
    shipped,
    options,
    found: await lookAround(access, shipped, options),
    migrations: listMigrations(),
    isPlatformBuild: Boolean(process.env["WORKERS_CI"]),
  });
  await choosePublicUrl(plan, options);
  console.log(
    options.isCheck ? "This is what a deploy would do:\n" : `Deploying to account ${access.accountId} ...\n`,
  );
  console.log(listSteps(plan).join("\n"));
  if (plan.hasLostSecret) console.log(`\n${LOST_SECRET}`);
  if (options.isCheck) return console.log("\nNothing was changed.");
  console.log("");
  build();
  await applyPlan(access, shipped, plan);
  await reportAddress(plan, options);
}

/** A Cloudflare build deploys under the Worker name chosen there; resources keep their names from wrangler.toml. */
function nameOf({ name }: Options, shipped: Shipped): Shipped {
  if (name) return rename(shipped, name);
  return { ...shipped, name: process.env["WRANGLER_CI_OVERRIDE_NAME"] || shipped.name };
}

async function choosePublicUrl(plan: Plan, { isCheck }: Options): Promise<void> {
  if (plan.variables["PUBLIC_URL"]) return;
  const { suggestedUrl } = plan;
  const said =
    canAsk() && !isCheck ? await askFor("The address where people reach it", suggestedUrl) : suggestedUrl;
  plan.variables["PUBLIC_URL"] = parseUrl(said);
}

async function reportAddress(
  { variables, workersDevUrl, workersDev }: Plan,
  { waitSecs }: Options,
): Promise<void> {
  const address = variables["PUBLIC_URL"] ?? "";
  if (waitSecs === 0) return console.log(`Deployed. Set it up at ${address}/admin/setup`);
  console.log(`Deployed. Waiting for ${address}/ready ...`);
  const readiness = await awaitReady(address, waitSecs);
  const also =
    workersDev && workersDevUrl && workersDevUrl !== address
      ? ` It is also available at ${workersDevUrl}.`
      : "";
  switch (readiness.state) {
    case "ready":
      return console.log(`Ready: ${address}/admin`);
    case "not set up":
      return console.log(`Set it up at ${address}/admin/setup`);
    case "missing":
      throw new Refusal(
        `Uptide is deployed, but not ready:\n${readiness.problems.map((problem) => `- ${problem}`).join("\n")}`,
      );
    case "silent":
      throw new Refusal(
        `Uptide is deployed, but ${readiness.last} (${address}). A new address can take a few minutes. Then set it up at ${address}/admin/setup. If the address is wrong, deploy again with --url.${also}`,
      );
  }
}
