import { OwnFault } from "../fault.ts";
import { concat, littleEndian } from "../wire/binary.ts";
import { formatUtf16, PACKET_BYTES } from "./packet.ts";

const TDS_7_4 = 0x74000004;
const TDS_8 = 0x08000000;
const HEAD_BYTES = 94;
const MOST = 128;

const FLAGS = { database: 0xe0, odbc: 0x02, readOnly: 0x20, collations: 0x08 } as const;

interface Login {
  hostname: string;
  database: string;
  user: string;
  password: string;
  isStrict: boolean;
  isReadOnly: boolean;
}

/** LOGIN7. The password is only obfuscated: anyone who sees the message can read it. */
export function formatLogin({ hostname, database, user, password, ...how }: Login): Uint8Array<ArrayBuffer> {
  const tooLong = [database, user, password].some((text) => text.length > MOST);
  if (tooLong) {
    throw new OwnFault(`SQL Server allows at most ${MOST} characters each for database, user and password.`);
  }
  const client = formatUtf16("uptide");
  const server = formatUtf16(hostname.slice(0, MOST));
  const none = new Uint8Array();
  const texts = [client, formatUtf16(user), shuffle(formatUtf16(password)), client, server];
  const more = [none, client, none, formatUtf16(database)];
  const places: Uint8Array[] = [];
  let at = HEAD_BYTES;
  for (const text of [...texts, ...more]) {
    places.push(littleEndian(2, at), littleEndian(2, text.length / 2));
    at += text.length;
  }
  const end = concat(littleEndian(2, at), new Uint8Array(2));
  return concat(
    littleEndian(4, at),
    littleEndian(4, how.isStrict ? TDS_8 : TDS_7_4),
    littleEndian(4, PACKET_BYTES),
    new Uint8Array(12),
    Uint8Array.of(FLAGS.database, FLAGS.odbc, how.isReadOnly ? FLAGS.readOnly : 0, FLAGS.collations),
    new Uint8Array(8),
    ...places,
    new Uint8Array(6),
    concat(end, end, end, new Uint8Array(4)),
    ...texts,
    ...more,
  );
}

/** The obfuscated password as text, in case a server quotes it back. */
export function shufflePassword(password: string): string {
  return new TextDecoder("utf-16le").decode(shuffle(formatUtf16(password)));
}

function shuffle(password: Uint8Array): Uint8Array {
  return password.map((byte) => ((byte << 4) | (byte >> 4)) ^ 0xa5);
}
