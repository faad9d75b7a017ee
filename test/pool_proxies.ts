import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";

const known = new WeakSet<object>();
/** Survives module resets. */
const runtime = globalThis as { hasOneProxy?: true };

/**
 * The pool adds another proxy to a class's prototype for each object, and each call goes through all of them. After
 * some hundred objects that is half of the tests' time. All are equal, so one is enough.
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
