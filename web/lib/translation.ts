type Said<T> = T extends string ? string : T extends readonly unknown[] ? readonly string[] : Translation<T>;

/**
 * The same texts in another language: a string for a string, a function of the same arguments for a function. What is
 * not there is said in English.
 */
export type Translation<T> = {
  readonly [Key in keyof T]?: T[Key] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Said<Answer>
    : Said<T[Key]>;
};

type Texts = Record<string, unknown>;

/** Puts a translation in the place of the English texts, which are constants to everything that says them. */
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
