type Said<T> = T extends string ? string : T extends readonly unknown[] ? readonly string[] : Translation<T>;

export type Translation<T> = {
  readonly [Key in keyof T]?: T[Key] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Said<Result>
    : Said<T[Key]>;
};

type Texts = Record<string, unknown>;

/** Mutates the English texts, because modules use them as constants. */
export function putTranslation(english: object, translated: object): void {
  const into = english as Texts;
  for (const [key, said] of Object.entries(translated)) {
    const own = into[key];
    if (isGroup(own) && isGroup(said)) putTranslation(own, said);
    else into[key] = said;
  }
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
