import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../scripts/build.ts";
import { type OwnProduct, startOwnProduct } from "../browser/product.ts";
import { moveState } from "../upgrade/move_state.ts";
import { PanelClient } from "./panel_client.ts";

/** A killed process leaves its claims on messages behind for this long. */
const LEFT_MINUTES = 5;

export class KilledProduct {
  readonly address: string;
  panel: PanelClient;
  readonly #stateDir: string;
  #product: OwnProduct;
  #lives = 1;

  private constructor(product: OwnProduct, given: { panel: PanelClient; stateDir: string }) {
    this.address = product.address;
    this.panel = given.panel;
    this.#product = product;
    this.#stateDir = given.stateDir;
  }

  static async start(): Promise<KilledProduct> {
    build();
    const stateDir = mkdtempSync(join(tmpdir(), "uptide-killed-"));
    const product = await startOwnProduct({ stateDir });
    return new KilledProduct(product, { panel: await PanelClient.open(product.address), stateDir });
  }

  async killFor(minutes: number): Promise<void> {
    await this.#product.stop();
    if (minutes > 0) moveState(this.#stateDir, { byMs: -minutes * 60_000 });
    this.#product = await startOwnProduct({
      stateDir: this.#stateDir,
      port: Number(new URL(this.address).port),
    });
    this.#lives += 1;
    this.panel = await PanelClient.open(this.address, `192.0.2.${this.#lives}`);
  }

  async passMinute(): Promise<void> {
    await this.#product.passMinute();
  }

  /** Waits until the claims of the killed process have expired. */
  async dieInMinute(): Promise<void> {
    const cut = this.#product.passMinute().catch(() => undefined);
    await this.killFor(LEFT_MINUTES);
    await cut;
    await this.passMinute();
  }

  async close(): Promise<void> {
    await this.#product.stop();
    rmSync(this.#stateDir, { recursive: true, force: true });
  }
}
