// The product's Worker, with a request that resets its state: `test/browser/product.ts` starts it.
import unsafe from "workerd:unsafe";
import * as product from "./worker.js";

const RESET = "/tests/reset";
/** As long as an answer of the page lasts in the memory of the Worker, which is the same in the next beginning. */
const PAGE_LASTS_MS = 5000;
const WITHOUT_PAGE = /^\/(admin|assets|api\/v1\/(admin|auth|setup))(\/|$)/;

/** What the product keeps for an environment, such as which migrations are done, it keeps for no other. */
let own;
let variables = {};
let begunAt = 0;
/** A change of the page has the Worker forget it. */
let isPageChanged = true;

function environmentOf(env) {
  own ??= { ...env, ...variables, DB: Object.create(env.DB) };
  return own;
}

/** Nothing is stored then, by nobody: no row, no object, no file. */
async function resetState(request) {
  variables = await request.json();
  own = undefined;
  await unsafe.deleteAllDurableObjects();
  isPageChanged = false;
  begunAt = Date.now();
  return new Response(null, { status: 204 });
}

const withReset = (Base) =>
  class extends Base {
    constructor(ctx, env) {
      super(ctx, environmentOf(env));
    }
  };

export const Alerts = withReset(product.Alerts);
export const Backups = withReset(product.Backups);
export const Gate = withReset(product.Gate);
export const Live = withReset(product.Live);
export const Mirror = withReset(product.Mirror);
export const Place = withReset(product.Place);
export const Prober = withReset(product.Prober);
export const Sender = withReset(product.Sender);
export const Watch = withReset(product.Watch);
export class Page extends withReset(product.Page) {
  async changed(what) {
    isPageChanged = true;
    return await super.changed(what);
  }
}

const worker = product.default;

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname === RESET) return await resetState(request);
    if (!isPageChanged && !WITHOUT_PAGE.test(pathname))
      await scheduler.wait(Math.max(0, begunAt + PAGE_LASTS_MS - Date.now()));
    return await worker.fetch(request, environmentOf(env), ctx);
  },
  scheduled: (controller, env, ctx) => worker.scheduled(controller, environmentOf(env), ctx),
  queue: (batch, env, ctx) => worker.queue(batch, environmentOf(env), ctx),
};
