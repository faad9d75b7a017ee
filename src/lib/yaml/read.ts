import { Composer, type Document, Lexer, LineCounter, Parser } from "yaml";
import { YamlFault } from "./fault.ts";
import { type Budget, toValue } from "./value.ts";

const MOST_DOCUMENTS = 2000;
const MOST_NESTING = 100;
const MOST_LEXEMES = { document: 30_000, all: 1_000_000 };
const SPACE = new Set(["comment", "newline", "space"]);
const OPTIONS = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  prettyErrors: false,
  // The package's check is quadratic: a large object would take minutes.
  uniqueKeys: false,
} as const;

/**
 * Bounded in time and memory by the text's length. Empty documents are kept, which keeps positions right.
 * Throws a YamlFault.
 */
export function readYaml(text: string): unknown[] {
  const lines = new LineCounter();
  const composer = new Composer<never>(OPTIONS);
  const values: unknown[] = [];
  const budget: Budget = { aliases: 20, nodes: 1_000_000, characters: 8_000_000 };
  const take = (documents: Iterable<Document.Parsed>) => {
    for (const document of documents) {
      refuseFaults(document, lines);
      if (values.length === MOST_DOCUMENTS)
        throw new YamlFault(`There are more than ${MOST_DOCUMENTS} documents: send fewer at a time.`);
      values.push(toValue(document.contents, budget));
    }
  };
  try {
    for (const token of tokensOf(text, lines)) {
      if (token.type === "directive") {
        const { line } = lines.linePos(token.offset);
        throw new YamlFault(`Line ${line}: leave out %YAML and other directives.`);
      }
      if (!SPACE.has(token.type)) take(composer.next(token));
    }
    take(composer.end(false, text.length));
  } catch (error) {
    if (error instanceof YamlFault) throw error;
    throw new YamlFault("The text is not valid YAML.", { cause: error });
  }
  return values;
}

function* tokensOf(text: string, lines: LineCounter) {
  const parser = new Parser(lines.addNewLine);
  let [lexemes, all] = [0, 0];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      lexemes = 0;
      yield token;
    }
    lexemes++;
    all++;
    if (parser.stack.length > MOST_NESTING) throw new YamlFault("The text is nested too deeply.");
    if (lexemes > MOST_LEXEMES.document || all > MOST_LEXEMES.all)
      throw new YamlFault("The document is too large: split it.");
  }
  yield* parser.end();
}

/** Warnings count too: a tag contradicts its value. */
function refuseFaults({ errors, warnings }: Document.Parsed, lines: LineCounter): void {
  const fault = errors[0] ?? warnings[0];
  if (!fault) return;
  const { line, col } = lines.linePos(fault.pos[0]);
  throw new YamlFault(`Line ${line}, column ${col}: ${fault.message}`);
}
