import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moveState, moveText } from "../../upgrade/move_state.ts";
import { type Neighbour, startNeighbour } from "../../upgrade/neighbour.ts";
import { Panel } from "../../upgrade/scene.ts";
import { freePort, type Product, ROOT, startProduct } from "../start/product.ts";

const HOME = join(ROOT, "test/upgrade");
const HOUR_MS = 3_600_000;

interface Told {
  version: string;
  address: string;
  stoppedAt: number;
  port: number;
  failing: string[];
  caller: { cookie: string };
  token: string;
  totpSecret: string;
  told: Record<string, unknown>;
  timelines: Record<string, { from: number; to: number | null; state: string; message: string }[]>;
  page: { site: object; layout: object; incidents: { id: number }[] };
}

export interface Upgraded {
  told: Told;
  product: Product;
  panel: Panel;
  neighbour: Neighbour;
  stateDir: string;
  sleep(hours: number): Promise<void>;
  close(): Promise<void>;
}

export function listReleases(): string[] {
  return readdirSync(HOME).flatMap((name) => /^(.+)\.tar\.gz$/.exec(name)?.[1] ?? []);
}

export async function startUpgraded(version: string): Promise<Upgraded> {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-upgrade-"));
  execFileSync("tar", ["-xzf", join(HOME, `${version}.tar.gz`), "-C", stateDir]);
  const text = readFileSync(join(HOME, `${version}.json`), "utf8");
  const { address, stoppedAt, port, failing } = JSON.parse(text) as Told;
  const neighbour = await startNeighbour();
  for (const path of failing) neighbour.failing.add(path);
  const own = await freePort();
  const move = { byMs: Date.now() - stoppedAt, port: { from: port, to: neighbour.port } };
  moveState(stateDir, move);
  const moved = moveText(text, move).replaceAll(address, `http://127.0.0.1:${own}`);
  const told = JSON.parse(moved) as Told;
  const product = await startProduct({ stateDir, port: own });
  const upgraded: Upgraded = {
    told,
    product,
    panel: new Panel(product.address, told.caller),
    neighbour,
    stateDir,
    async sleep(hours) {
      await upgraded.product.stop();
      moveState(stateDir, { byMs: -hours * HOUR_MS });
      upgraded.product = await startProduct({ stateDir, port: own });
    },
    async close() {
      await upgraded.product.stop();
      await neighbour.close();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
  return upgraded;
}
