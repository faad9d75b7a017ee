import { until } from "../system/start/product.ts";
import { addChannel, nameIn } from "./alerts.ts";
import { quantile } from "./quantile.ts";
import { round, withProduct } from "./run.ts";

const SINKS = 100;

interface Shape {
  monitors: number;
  sinksEach: number;
}

export async function measureHangingWebhooks() {
  return {
    ...(await compareHalves("20 monitors, every webhook", { monitors: 20, sinksEach: SINKS })),
    ...(await compareHalves("2,000 monitors, one webhook each", { monitors: 2000, sinksEach: 1 })),
  };
}

async function compareHalves(name: string, shape: Shape) {
  const alone = await measureHealthyHalf(shape, { isOtherHanging: false });
  const beside = await measureHealthyHalf(shape, { isOtherHanging: true });
  const p95 = [quantile(alone, 0.95), quantile(beside, 0.95)] as const;
  return {
    [`${name}: all healthy, median (ms)`]: quantile(alone, 0.5),
    [`${name}: all healthy, p95 (ms)`]: p95[0],
    [`${name}: half hanging, median of the others (ms)`]: quantile(beside, 0.5),
    [`${name}: half hanging, p95 of the others (ms)`]: p95[1],
    [`${name}: added to the p95 of the others (ms)`]: round(p95[1] - p95[0], 0),
  };
}

async function measureHealthyHalf(
  { monitors, sinksEach }: Shape,
  { isOtherHanging }: { isOtherHanging: boolean },
): Promise<number[]> {
  return await withProduct({ monitors, intervalSecs: 10 }, async ({ panel, target }) => {
    for (let n = 0; n < SINKS; n++) {
      if (isOtherHanging && n % 2 === 1) target.hanging.add(`/hook${n}`);
      const isLinked = (monitor: string) => (Number(monitor.slice(1)) - n + SINKS) % SINKS < sinksEach;
      await addChannel({ panel, target }, `/hook${n}`, { isLinked });
    }
    target.failing.add("*");
    const healthy = () => target.posted.filter(({ path }) => Number(path.slice("/hook".length)) % 2 === 0);
    await until(() => healthy().length >= (monitors * sinksEach) / 2, 180_000);
    return healthy().map(({ body, at }) => at - target.failedAt.get(`/${nameIn(body)}`)!);
  });
}
