import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";

const known = new WeakSet<object>();
/** There already where modules are made anew. */
const runtime = globalThis as { hasOneProxy?: true };

/**
 * The pool puts one more proxy around the prototype of a class for each object that it makes of it, and each call of
 * an object goes through all of them: after some hundred objects that is half of what the tests cost. All are the
 * same, so one is enough.
 */
const OneProxy = new Proxy(globalThis.Proxy, {
  construct(proxies, [target, handler]: [object, ProxyHandler<object>]) {
    if (known.has(target)) return target;
    const proxy = new proxies(target, handler);
    if (isPrototypeOfPool(target)) known.add(proxy);
    return proxy;
  },
});

if (!runtime.hasOneProxy) globalThis.Proxy = OneProxy;
runtime.hasOneProxy = true;

function isPrototypeOfPool(target: object): boolean {
  const isOfPlatform = target instanceof DurableObject || target instanceof WorkerEntrypoint;
  return isOfPlatform && target.constructor.prototype === target;
}
