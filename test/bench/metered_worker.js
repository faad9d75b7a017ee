// The product's Worker with a meter at its database: `test/bench/metered.ts` starts it.
import * as product from "./worker.js";

const READING = "/bench/reading";
const HOLD_LOOK_MS = 100;
const nothing = { rowsWritten: 0, slowestMs: 0, slowest: "", slowestReadMs: 0, slowestRead: "" };
let reading = { ...nothing };
/** While it is so, what was put into queues waits there. */
let holdsQueues = false;
const metered = new WeakMap();

function note(sql, { meta }) {
  reading.rowsWritten += meta.rows_written;
  if (meta.duration <= reading.slowestMs) return;
  reading.slowestMs = meta.duration;
  reading.slowest = sql;
}

/** Rows that come without what the database says of itself: from asking to the answer, with what went before it. */
async function time(sql, ask) {
  const at = Date.now();
  const rows = await ask();
  const ms = Date.now() - at;
  if (ms > reading.slowestReadMs) {
    reading.slowestReadMs = ms;
    reading.slowestRead = sql;
  }
  return rows;
}

function meterStatement(sql, statement) {
  const asking = (verb) => async () => {
    const answer = await statement[verb]();
    note(sql, answer);
    return answer;
  };
  return {
    sql,
    statement,
    bind: (...values) => meterStatement(sql, statement.bind(...values)),
    run: asking("run"),
    all: asking("all"),
    raw: (options) => time(sql, () => statement.raw(options)),
    first: (column) => time(sql, () => statement.first(column)),
  };
}

function meter(env) {
  const known = metered.get(env);
  if (known) return known;
  const { DB } = env;
  const own = {
    ...env,
    DB: {
      prepare: (sql) => meterStatement(sql, DB.prepare(sql)),
      exec: (sql) => DB.exec(sql),
      async batch(statements) {
        const results = await DB.batch(statements.map(({ statement }) => statement));
        for (const [at, result] of results.entries()) note(statements[at].sql, result);
        return results;
      },
    },
  };
  metered.set(env, own);
  return own;
}

/** Reset by each reading. */
function read(wishes) {
  holdsQueues = wishes.has("hold");
  const own = reading;
  reading = { ...nothing };
  return Response.json(own);
}

const withMeter = (Base) =>
  class extends Base {
    constructor(ctx, env) {
      super(ctx, meter(env));
    }
  };

export const Agent = withMeter(product.Agent);
export const Alerts = withMeter(product.Alerts);
export const Backups = withMeter(product.Backups);
export const Gate = withMeter(product.Gate);
export const Live = withMeter(product.Live);
export const Mirror = withMeter(product.Mirror);
export const Page = withMeter(product.Page);
export const Place = withMeter(product.Place);
export const Prober = withMeter(product.Prober);
export const Sender = withMeter(product.Sender);
export const Watch = withMeter(product.Watch);

const worker = product.default;

export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === READING) return read(searchParams);
    return await worker.fetch(request, meter(env), ctx);
  },
  scheduled: (controller, env, ctx) => worker.scheduled(controller, meter(env), ctx),
  async queue(batch, env, ctx) {
    while (holdsQueues) await scheduler.wait(HOLD_LOOK_MS);
    await worker.queue(batch, meter(env), ctx);
  },
};
