export const SHADOW = "restore_";

/**
 * Precedes a table name in a migration. Migrations are written with keywords in capitals, lower-case names,
 * and a space before a table's bracket.
 */
const NAMED =
  /\b(TABLE(?: IF (?:NOT )?EXISTS)?|REFERENCES|INTO|UPDATE|FROM|JOIN|RENAME TO)(\s+)([a-z]\w*)\b(?!\()/g;
const INDEX = /^\s*(?:--.*\n\s*)*(?:CREATE (?:UNIQUE )?INDEX|DROP INDEX)\b/;

/** Without indexes: their names are taken until the swap, and loading is faster. */
export function shadowStatements(statements: readonly string[]): string[] {
  return statements
    .filter((statement) => !INDEX.test(statement))
    .map((statement) =>
      statement.replace(NAMED, (_all, word, space, name) => `${word}${space}${SHADOW}${name}`),
    );
}
