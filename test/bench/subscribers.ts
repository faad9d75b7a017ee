import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDatabase } from "../local_database.ts";
import { PanelClient } from "../system/panel_client.ts";
import { type Product, startProduct, until } from "../system/start/product.ts";
import { type Audience, addSubscribers, configure, countDeliveries, publish } from "./audience.ts";
import { round, wait } from "./run.ts";
import { type SmtpSink, startSmtpSink } from "./smtp_sink.ts";

const MAILS = 50_000;
const WEBHOOKS = 2000;
const HANGING = 200;
const HANG_MS = 15_000;
/** An interrupted round starts again when its claim expires and cron runs. */
const LONGEST_MS = 20 * 60_000;

/** Not a page's end, so a kill interrupts mails. */
const INTO_A_PAGE = 237;

export async function measureMails() {
  return await sendMails(0);
}

export async function measureKilledMails() {
  return await sendMails(3);
}

export async function measureWebhooks() {
  const at: number[] = [];
  let hung = 0;
  const server = createServer((request, response) => {
    const isSlow = Number(request.url?.slice(2)) % (WEBHOOKS / HANGING) === 0;
    if (isSlow) hung++;
    else at.push(Date.now());
    setTimeout(() => response.end("ok"), isSlow ? HANG_MS : 0);
  }).listen(0, "127.0.0.1");
  await until(() => server.listening);
  const { port } = server.address() as { port: number };
  const destination = (n: number) => `http://127.0.0.1:${port}/w${n}`;
  try {
    return await withSubscribers(
      { type: "webhook", count: WEBHOOKS, destination, smtpPort: 1 },
      async (run) => {
        const begunAt = await publish(run.panel);
        await until(() => at.length >= WEBHOOKS - HANGING, LONGEST_MS);
        const ms = (at.toSorted((a, b) => a - b)[WEBHOOKS - HANGING - 1] ?? 0) - begunAt;
        return {
          "webhooks that answer, all called after (s)": round(ms / 1000, 1),
          "calls of those": at.length,
          "calls of those that hang": hung,
        };
      },
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function sendMails(kills: number) {
  const sink = await startSmtpSink();
  const destination = (n: number) => `person${n}@example.com`;
  try {
    return await withSubscribers(
      { type: "email", count: MAILS, destination, smtpPort: sink.port },
      async (run) => {
        const begunAt = await publish(run.panel);
        await until(() => countDeliveries(run.file) >= MAILS, LONGEST_MS);
        const plannedMs = Date.now() - begunAt;
        const highest = watchMemory(run.product);
        for (let kill = 1; kill <= kills; kill++) {
          await until(() => sink.taken.size >= (MAILS * kill) / (kills + 1) + INTO_A_PAGE, LONGEST_MS);
          process.kill(run.product.pids().workerd, "SIGKILL");
          await wait(5000);
        }
        await until(
          () => sink.taken.size >= MAILS && countDeliveries(run.file, "delivered") >= MAILS,
          LONGEST_MS,
        );
        return {
          "all planned after (s)": round(plannedMs / 1000, 1),
          "all sent and written down after (s)": round((Date.now() - begunAt) / 1000, 0),
          "mailboxes reached": sink.taken.size,
          "mails that came twice, with the same Message-ID": countTwice(sink),
          "sessions at once, at most": sink.most(),
          "workerd at its highest, resident (MB)": highest(),
        };
      },
    );
  } finally {
    sink.close();
  }
}

interface SubscriberRun {
  product: Product;
  panel: PanelClient;
  file: string;
}

async function withSubscribers<T>(
  audience: Audience,
  measure: (run: SubscriberRun) => Promise<T>,
): Promise<T> {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  const variables = { SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true" };
  let product = await startProduct({ stateDir, variables });
  try {
    await configure(await PanelClient.open(product.address), audience);
    await product.stop();
    const file = findDatabase(stateDir);
    await addSubscribers(file, audience, readFileSync(join(stateDir, "secret_key"), "utf8"));
    product = await startProduct({ stateDir, variables });
    return await measure({ product, panel: await PanelClient.open(product.address), file });
  } finally {
    await product.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function countTwice({ taken }: SmtpSink): number {
  return [...taken.values()].filter((times) => times > 1).length;
}

/** Follows the next runtime after a kill. */
function watchMemory(product: Product): () => number {
  let highest = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${product.pids().workerd}/status`, "utf8");
      highest = Math.max(highest, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // No runtime exists between a kill and the restart.
    }
  }, 1000);
  return () => {
    clearInterval(timer);
    return Math.round(highest);
  };
}
