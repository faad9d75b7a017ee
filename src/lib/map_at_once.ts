interface Link<T> {
  result: Promise<T>;
  next: Promise<Link<T> | null>;
}

/** Starts on each item as soon as it is there, and yields the results in order. */
export async function* mapAtOnce<T, R>(
  items: AsyncIterator<T>,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  for (let link = await follow(items, map); link; link = await link.next) yield await link.result;
}

async function follow<T, R>(items: AsyncIterator<T>, map: (item: T) => Promise<R>): Promise<Link<R> | null> {
  const { value, done } = await items.next();
  if (done) return null;
  const link = { result: map(value), next: follow(items, map) };
  // Handled here too, because a failure may come before its turn.
  for (const promise of [link.result, link.next]) promise.catch(() => undefined);
  return link;
}
