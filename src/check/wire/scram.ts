import { fromBase64, isSameText, randomBytes, toBase64, utf8 } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { quote } from "../quote.ts";
import { malformedResponse } from "./binary.ts";

/** With fewer, an impostor could guess the password from one sign-in. */
const LEAST_ROUNDS = 4096;
/** With more, a server could stall this service. */
const MOST_ROUNDS = 600_000;

interface ScramAccount {
  hash: "SHA-256" | "SHA-1";
  user: string;
  password: string;
  nonce?: string;
}

export interface ScramClient {
  readonly first: string;
  respond(serverFirst: string): Promise<string>;
  verify(serverFinal: string): void;
}

const HEADER = "n,,";
const SERVER_FIRST = /^r=([\x21-\x2b\x2d-\x7e]+),s=([A-Za-z0-9+/]+=*),i=([1-9]\d{0,9})(?:,|$)/;

export function makeScramClient({ hash, user, password, nonce = makeNonce() }: ScramAccount): ScramClient {
  const bare = `n=${user.replaceAll("=", "=3D").replaceAll(",", "=2C")},r=${nonce}`;
  let signature: string | null = null;

  return {
    first: `${HEADER}${bare}`,
    async respond(serverFirst) {
      failWhereRefused(serverFirst);
      const [, both = "", salt64 = "", rounds] = SERVER_FIRST.exec(serverFirst) ?? [];
      const salt = fromBase64(salt64);
      // A repeated first message would cost another key derivation, without end.
      if (!both || !salt || signature !== null) throw malformedResponse("SCRAM", "first message");
      if (!both.startsWith(nonce) || both === nonce) {
        throw new WireError("unproven", "The server responded to another sign-in: it may be an impostor.");
      }
      signature = "";
      const salted = await saltPassword(password, { hash, salt, rounds: Number(rounds) });
      const withoutProof = `c=${toBase64(utf8(HEADER))},r=${both}`;
      const spoken = utf8(`${bare},${serverFirst},${withoutProof}`);
      const clientKey = await sign(hash, salted, utf8("Client Key"));
      const storedKey = new Uint8Array(await crypto.subtle.digest(hash, clientKey));
      const proof = await sign(hash, storedKey, spoken);
      signature = toBase64(await sign(hash, await sign(hash, salted, utf8("Server Key")), spoken));
      return `${withoutProof},p=${toBase64(proof.map((byte, i) => byte ^ clientKey[i]!))}`;
    },
    verify(serverFinal) {
      failWhereRefused(serverFinal);
      const [, shown = ""] = /^v=([^,]+)/.exec(serverFinal) ?? [];
      if (!signature || !isSameText(shown, signature)) {
        throw new WireError(
          "unproven",
          "The server did not prove that it knows the password: it may be an impostor.",
        );
      }
    },
  };
}

function makeNonce(): string {
  return toBase64(randomBytes(18));
}

function failWhereRefused(message: string): void {
  const [, why] = /^e=([^,]*)/.exec(message) ?? [];
  if (why === undefined) return;
  throw new WireError("refused", `The server refused the sign-in (${quote(why)}): check user and password.`);
}

interface Salting {
  hash: ScramAccount["hash"];
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
}

async function saltPassword(
  password: string,
  { hash, salt, rounds }: Salting,
): Promise<Uint8Array<ArrayBuffer>> {
  if (rounds < LEAST_ROUNDS) {
    throw new WireError(
      "unsupported",
      `The server hashes the password only ${rounds} times: raise its SCRAM iterations to at least ${LEAST_ROUNDS} and set the password again.`,
    );
  }
  if (rounds > MOST_ROUNDS) throw tooManyRounds(rounds, MOST_ROUNDS);
  const key = await crypto.subtle.importKey("raw", utf8(prepare(password)), "PBKDF2", false, ["deriveBits"]);
  try {
    const plan = { name: "PBKDF2", hash, salt, iterations: rounds };
    return new Uint8Array(await crypto.subtle.deriveBits(plan, key, hash === "SHA-1" ? 160 : 256));
  } catch {
    // Cloudflare limits PBKDF2 to 100,000 iterations.
    throw tooManyRounds(rounds, 100_000);
  }
}

function tooManyRounds(rounds: number, most: number): WireError {
  return new WireError(
    "unsupported",
    `The server hashes the password ${rounds} times, but checks do at most ${most}: lower its SCRAM iterations and set the password again.`,
  );
}

async function sign(
  hash: ScramAccount["hash"],
  secret: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
}

const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g;
const NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g;

/** SASLprep; like PostgreSQL, takes a forbidden password unchanged. */
function prepare(password: string): string {
  const prepared = password.replaceAll(SPACES, " ").replaceAll(NOTHING, "").normalize("NFKC");
  return /[\p{Cc}\p{Co}\p{Cs}]/u.test(prepared) ? password : prepared;
}
