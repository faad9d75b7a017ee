import product from "./worker.js";

export * from "./worker.js";

const REQUESTS_PER_COLLECTION = 10_000;

let requests = 0;

export default {
  ...product,
  fetch(request, env, execution) {
    requests += 1;
    if (requests % REQUESTS_PER_COLLECTION === 0) gc();
    return product.fetch(request, env, execution);
  },
};
