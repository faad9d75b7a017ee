export function pick<T extends object>(from: T, like: object): Partial<T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(like, name))) as Partial<T>;
}

export function givenOf<Row>(change: { [Field in keyof Row]?: Row[Field] | undefined }): Partial<Row> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Row>;
}
