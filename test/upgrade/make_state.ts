/*
 * Makes the state of a release and its description for the upgrade test. Run it once for each release:
 *
 *   git worktree add ../release <tag>
 *   npm ci --prefix ../release
 *   node test/upgrade/make_state.ts ../release
 *   git worktree remove --force ../release
 *
 * `node test/upgrade/make_state.ts` runs that product as its users do, sets everything up by its API, stops it, and
 * packs test/upgrade/<version>.tar.gz with <version>.json beside it. It takes some minutes. Never edit the result by
 * hand, because later versions must continue from what the release left.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ROOT, startProduct } from "../system/start/product.ts";
import { read } from "./client.ts";
import { listDatabases, moveState } from "./move_state.ts";
import { startNeighbour } from "./neighbour.ts";
import { letThingsHappen, MAIL, Panel, setScene } from "./scene.ts";

const HOUR_MS = 3_600_000;
const TOLD = [
  "/users",
  "/api-tokens",
  "/oidc",
  "/monitors",
  "/incidents",
  "/incident-templates",
  "/maintenance",
  "/notifications/channels",
  "/notifications/deliveries",
  "/notifications/smtp",
  "/actions",
  "/actions/runs",
  "/vaults",
  "/layout",
  "/branding",
  "/locales",
  "/subscribers/settings",
  "/audit",
];

const root = resolve(process.argv[2] ?? "");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const stateDir = mkdtempSync(join(tmpdir(), "uptide-state-"));
const neighbour = await startNeighbour();
const variables = { SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true" };

const first = await startProduct({ root, stateDir, variables });
const panel = await Panel.signIn(first.address, "/api/v1/setup/complete", MAIL.admin);
const { token } = await panel.add<{ token: string }>("/api-tokens", {
  name: "robot",
  permissions: ["monitors:write"],
  expiresInDays: null,
});
const { monitors, totpSecret } = await setScene(panel, neighbour);
await first.stop();

// An hour is over, and the release has handed it over before it ends.
moveState(stateDir, { byMs: -HOUR_MS });
const second = await startProduct({ root, stateDir, variables });
const again = new Panel(second.address, panel.caller);
await letThingsHappen(again, neighbour, monitors);
const told = Object.fromEntries(
  await Promise.all(TOLD.map(async (path) => [path, await again.get(path)] as const)),
);
const ids = (told["/monitors"] as { id: number }[]).map(({ id }) => id);
const timelines = await Promise.all(
  ids.map(async (id) => [id, await again.get(`/monitors/${id}/timeline`)] as const),
);
const page = await read(second.address, "/api/v1/public/page", null);
const { address } = second;
await second.stop();
await neighbour.close();

const folder = join(import.meta.dirname, version);
const record = {
  version,
  address,
  stoppedAt: Date.now(),
  port: neighbour.port,
  failing: [...neighbour.failing],
  caller: panel.caller,
  token,
  totpSecret,
  told,
  timelines: Object.fromEntries(timelines),
  page,
};
writeFileSync(`${folder}.json`, JSON.stringify(record));
execFileSync(join(ROOT, "node_modules/.bin/biome"), ["format", "--write", `${folder}.json`]);
for (const name of ["workerd.pid", "workerd.capnp", "holder.json", "lock", "report"])
  rmSync(join(stateDir, name), { force: true, recursive: true });
for (const path of listDatabases(stateDir)) rmSync(`${path}-shm`, { force: true });
execFileSync("tar", [
  "-czf",
  `${folder}.tar.gz`,
  "--owner=0",
  "--group=0",
  "--numeric-owner",
  "-C",
  stateDir,
  ".",
]);
rmSync(stateDir, { recursive: true });
console.log(`test/upgrade/${version}.tar.gz and ${version}.json are made.`);
