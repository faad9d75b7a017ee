import { Mirror } from "../../durable/mirror/mirror.ts";
import { ensureMigrated } from "../../src/data/migrate.ts";
import { type Env, secretBoxOf } from "../../src/env.ts";
import type { MirrorPush, MirrorSettings } from "../../src/schema/mirror.ts";
import {
  mirrorOf,
  notifyMirror,
  notifyMirrorsOfSettings,
  reviveMirrors,
} from "../../src/service/announce/page.ts";
import { type Context, createContext } from "../../src/service/context.ts";
import { getMirror, updateMirror } from "../../src/service/mirror/settings.ts";
import { SimulatedS3 } from "./bucket.ts";
import { CopiedPage, decodeText } from "./copied_page.ts";
import { SimulatedDatabase } from "./database.ts";
import { takeOver } from "./globals.ts";
import type { Host } from "./host.ts";
import { beginLife, runIn } from "./life.ts";
import { type Instance, SimulatedNamespace } from "./objects.ts";
import { exports as platformExports } from "./platform.ts";
import { BUCKETS, type CopyScenario } from "./scenario_copy.ts";
import { readSchema } from "./schema.ts";
import { signIn } from "./set_up.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Slow calls and late writes take effect within this time. */
const LATEST_MS = 11 * MINUTE_MS;
/** A failed removal is repeated after an hour at the latest. */
const REMOVED_MS = 70 * MINUTE_MS;
/** Unneeded files stay for a day, and a whole copy is pushed every six hours. */
const TIDIED_MS = 37 * HOUR_MS;
const PRIVATE = { provider: "other", region: "", endpoint: "https://s3.test", accessKeyId: "key" } as const;

export class CopyWorld {
  readonly #host: Host;
  readonly #scenario: CopyScenario;
  readonly #database: SimulatedDatabase;
  readonly #mirrors: SimulatedNamespace;
  readonly #page: CopiedPage;
  readonly #env: Env;
  #operator: Context | null = null;
  readonly s3: SimulatedS3;

  constructor(host: Host, scenario: CopyScenario) {
    this.#host = host;
    this.#scenario = scenario;
    this.#database = new SimulatedDatabase(host);
    this.s3 = new SimulatedS3(host);
    this.#page = new CopiedPage(host);
    takeOver(host, async (input, init) => await this.s3.fetch(input, init as object));
    const known = { Prober: { check: async () => ({ status: "up" }) } };
    Object.assign(platformExports, known);
    const make = (context: object) =>
      new Mirror(context as DurableObjectState, this.#env) as unknown as Instance;
    this.#mirrors = new SimulatedNamespace(host, { make, exports: () => known });
    const silent = { getByName: () => new Proxy({}, { get: () => async () => null }) };
    const own = { DB: this.#database, MIRROR: this.#mirrors, PAGE: { getByName: () => this.#page } };
    const names = { SECRET_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", LOG_LEVEL: "error" };
    this.#env = { ...own, LIVE: silent, GATE: silent, WATCH: silent, ...names } as unknown as Env;
  }

  async run(): Promise<string[]> {
    const { time, faults } = this.#host;
    const { busyMs, switches, changes, intervalSecs, endsOff } = this.#scenario;
    faults.isOver = true;
    this.#database.restore(await readSchema());
    await this.#settled(async () => {
      await ensureMigrated(this.#env.DB);
      await secretBoxOf(this.#env);
      this.#operator = await signIn(this.#env);
    });
    await this.#settled(() => this.#switch({ isOn: true, bucket: BUCKETS[0], intervalSecs }));
    faults.isOver = false;
    this.#planCron();
    for (const { at, ...wanted } of switches)
      time.after(at - time.now(), () => this.#try(() => this.#switch({ ...wanted, intervalSecs })));
    for (const change of changes)
      time.after(change.at - time.now(), () => {
        this.#page.change(change);
        this.#try(() => notifyMirror(this.#env));
      });
    this.#planRestore();
    await time.runUntil(busyMs);
    faults.isOver = true;
    await time.runUntil(busyMs + LATEST_MS);
    const found = this.#findStale();
    const last = { isOn: true, bucket: BUCKETS[0], intervalSecs: 21_600 };
    await this.#settled(() => this.#switch(last));
    found.push(...(await this.#pushLast()));
    if (endsOff) await this.#settled(() => this.#switch({ ...last, isOn: false }));
    await time.runUntil(time.elapsedMs + (endsOff ? REMOVED_MS : TIDIED_MS));
    found.push(...this.#compare(!endsOff, "at the end"), ...this.#findLeft(!endsOff));
    return [...found, ...this.s3.buckets().flatMap(([, bucket]) => bucket.found)];
  }

  close(): void {
    for (const object of this.#mirrors.objects.values()) object.close();
    this.#database.close();
  }

  async #pushLast(): Promise<string[]> {
    let push: MirrorPush | null = null;
    await this.#settled(async () => {
      push = await mirrorOf(this.#env, 1).pushNow();
    });
    const { ok, error } = (push ?? { ok: false, error: "nothing" }) as MirrorPush;
    return ok ? this.#compare(true, "after a push") : [`the last push failed: ${error}`];
  }

  #compare(isOn: boolean, when: string): string[] {
    const expected = new Map(this.#page.files().map(({ path, body }) => [path, decodeText(body)]));
    return isOn ? this.s3.bucket(BUCKETS[0]).compare(expected, when) : [];
  }

  #findLeft(isOn: boolean): string[] {
    const kept = new Set(isOn ? [...this.#page.files().map(({ path }) => path), "snapshot.json"] : []);
    // A bucket used before keeps its copy until the copy is turned off.
    const names = isOn ? BUCKETS.slice(0, 1) : BUCKETS;
    return names.flatMap((name) => {
      const left = this.s3
        .bucket(name)
        .paths()
        .filter((path) => !kept.has(path));
      return left.map((path) => `${path} was left behind in ${name}`);
    });
  }

  async #switch(wanted: { isOn: boolean; bucket: string; intervalSecs: number }): Promise<void> {
    const { isOn, bucket, intervalSecs } = wanted;
    const { env, actor, client, origin, waitUntil } = this.#operator ?? {};
    const context = createContext(env as Env, { actor, client, origin, waitUntil } as Context);
    const { version } = await getMirror(context);
    const settings = { ...PRIVATE, enabled: isOn, bucket, intervalSecs, secretAccessKey: "secret" };
    for (const name of BUCKETS) if (!isOn || name !== bucket) this.s3.bucket(name).use(false);
    await updateMirror(context, { ...settings, version });
    this.s3.bucket(bucket).use(isOn);
  }

  #try(work: () => Promise<void>): void {
    void runIn(beginLife("operator"), work).catch((error: unknown) => this.#host.trace(String(error)));
  }

  async #settled(work: () => Promise<void>): Promise<void> {
    const { time } = this.#host;
    let isDone = false;
    let fault: unknown = null;
    void runIn(beginLife("operator"), work)
      .catch((error: unknown) => {
        fault = error;
      })
      .finally(() => {
        isDone = true;
      });
    for (let ms = 0; ms < 60 && !isDone; ms++) await time.runUntil(time.elapsedMs + 1000);
    if (fault || !isDone) throw fault ?? new Error("The operator got no response.");
  }

  #readSettings(): MirrorSettings {
    const [row] = this.#database.read("SELECT value FROM settings WHERE name = 'static_mirror'");
    return JSON.parse(String(row?.["value"])) as MirrorSettings;
  }

  #findStale(): string[] {
    const { enabled, bucket, intervalSecs } = this.#readSettings();
    const pushedAt = this.s3.bucket(bucket).snapshotAt();
    const isLate = this.#host.time.now() - pushedAt > 2 * intervalSecs * 1000;
    return enabled && isLate ? [`the copy in ${bucket} was last pushed at ${pushedAt}`] : [];
  }

  #planRestore(): void {
    const { time, trace } = this.#host;
    const { restore } = this.#scenario;
    if (!restore) return;
    time.after(restore.backupAt - time.now(), () => {
      const image = this.#database.serialize();
      time.after(restore.at - restore.backupAt, () => {
        trace("a backup is restored");
        this.#database.restore(image);
        const { enabled, bucket } = this.#readSettings();
        for (const name of BUCKETS) this.s3.bucket(name).use(enabled && name === bucket);
        this.#try(() => notifyMirrorsOfSettings(this.#env));
      });
    });
  }

  #planCron(): void {
    const { time } = this.#host;
    const run = () => {
      const everyMs = time.elapsedMs < this.#scenario.busyMs + 20 * MINUTE_MS ? MINUTE_MS : HOUR_MS;
      time.after(everyMs, run);
      this.#try(() => reviveMirrors(this.#env));
    };
    time.after(MINUTE_MS, run);
  }
}
