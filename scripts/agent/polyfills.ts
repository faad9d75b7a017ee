/** Missing in Node 20. Must be imported before anything else. */
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

Promise.withResolvers ??= <T>() => {
  let resolve: PromiseWithResolvers<T>["resolve"] = () => undefined;
  let reject: PromiseWithResolvers<T>["reject"] = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

if (!("WebSocket" in globalThis))
  Object.assign(globalThis, { WebSocket: { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } });
