/** Tables that a restore fills have this before their name until they take the place of the others. */
export const SHADOW = "restore_";

/**
 * What stands before a table's name in a migration. They are written with keywords in capitals, names in small letters,
 * and a space between a name and its bracket, unless it is a function's.
 */
const NAMED =
  /\b(TABLE(?: IF (?:NOT )?EXISTS)?|REFERENCES|INTO|UPDATE|FROM|JOIN|RENAME TO)(\s+)([a-z]\w*)\b(?!\()/g;
const INDEX = /^\s*(?:--.*\n\s*)*(?:CREATE (?:UNIQUE )?INDEX|DROP INDEX)\b/;

/**
 * A migration's statements as they make the shadows. Indexes are left out: their names are taken until the others are
 * gone, and rows go in faster without.
 */
export function shadowStatements(statements: readonly string[]): string[] {
  return statements
    .filter((statement) => !INDEX.test(statement))
    .map((statement) =>
      statement.replace(NAMED, (_all, word, space, name) => `${word}${space}${SHADOW}${name}`),
    );
}
