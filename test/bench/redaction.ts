import { makeHider, REDACTED } from "../../src/lib/redact.ts";
import { redactText } from "../../src/lib/redact_text.ts";
import { round } from "./run.ts";

const SIZES = { "64 KB": 2 ** 16, "1 MB": 2 ** 20 };
const ROUNDS = 3;
const SECRET = "correct horse battery staple";

/** Some bodies make a careless search backtrack. */
const BODIES = {
  JSON: '{"id":12345,"name":"Cart","note":"nothing special","token":"abcdef"},',
  HTML: '<div class="row"><input name="q" value="shoes"><b>Shoes</b></div>\n',
  "dotted runs of JWT heads": "eyJhbGciOi.",
  "one run of JWT heads": "eyJhbGciOi",
  "open brackets after a name": '"token":[',
  "open quotes after a name": 'password="',
  "open tags": "<input ",
  "names without an end": "a.b-c_",
  "the first half of a secret": SECRET.slice(0, 14),
  "the secret itself": `${SECRET} `,
};

export async function measureRedaction() {
  const hider = makeHider(REDACTED);
  hider.add(SECRET);
  const figures: Record<string, number> = {};
  for (const [name, piece] of Object.entries(BODIES)) {
    for (const [size, length] of Object.entries(SIZES)) {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      figures[`redactText, ${name}, ${size} (ns/char)`] = timePerCharacter(text, redactText);
      figures[`hide_secrets, ${name}, ${size} (ns/char)`] = timePerCharacter(text, hider.hide);
    }
  }
  return figures;
}

function timePerCharacter(text: string, hide: (text: string) => string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begunAt = performance.now();
    hide(text);
    return performance.now() - begunAt;
  });
  return round((Math.min(...times) * 1e6) / text.length, 1);
}
