/** The members of an object that the other one has. */
export function pick<T extends object>(from: T, like: object): Partial<T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(like, name))) as Partial<T>;
}
