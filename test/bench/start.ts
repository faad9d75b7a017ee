import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT, startProduct } from "../system/start/product.ts";
import { quantile } from "./quantile.ts";

export async function measureStart() {
  rmSync(join(ROOT, "dist"), { recursive: true, force: true });
  const first = await timeStart();
  const again = [await timeStart(), await timeStart(), await timeStart()];
  const bundle = readFileSync(join(ROOT, "dist/worker/worker.js"));
  const scripts = readdirSync(join(ROOT, "dist/web/assets")).filter((name) => name.endsWith(".js"));
  return {
    "first start, with build (ms)": first,
    "start with a build, to the first page, median (ms)": quantile(again, 0.5),
    "Worker bundle (KB, gzip)": Math.round(gzipSync(bundle).length / 1024),
    "scripts of the front ends, all (KB, gzip)": Math.round(
      scripts.reduce(
        (sum, name) => sum + gzipSync(readFileSync(join(ROOT, "dist/web/assets", name))).length,
        0,
      ) / 1024,
    ),
  };
}

async function timeStart(): Promise<number> {
  const startedAt = performance.now();
  const product = await startProduct();
  await (await fetch(product.address)).text();
  const ms = Math.round(performance.now() - startedAt);
  await product.stop();
  return ms;
}
