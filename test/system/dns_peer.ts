import { startHttp } from "./http_peer.ts";
import { startTcp } from "./tls_peer.ts";

export type Zone = Readonly<Record<string, { type: number; records: readonly Buffer[] } | number>>;

const NXDOMAIN = 3;

/** Follows RFC 1035, independently of the product's code, with name pointers into the question. */
function answerQuery(query: Buffer, zone: Zone): Buffer {
  let at = 12;
  const labels: string[] = [];
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const found = zone[labels.join(".")] ?? NXDOMAIN;
  const wanted = query.readUInt16BE(at + 1);
  const records = typeof found === "number" || found.type !== wanted ? [] : found.records;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 + (typeof found === "number" ? found : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const answers = records.map((data) => {
    const head = Buffer.from([0xc0, 12, 0, 0, 0, 1, 0, 0, 0, 60, 0, 0]);
    head.writeUInt16BE(wanted, 2);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, question, ...answers]);
}

export async function startDnsOverTcp(zone: Zone) {
  return await startTcp((socket) => {
    let waiting = Buffer.alloc(0);
    socket.on("data", (data) => {
      waiting = Buffer.concat([waiting, data]);
      if (waiting.length < 2 || waiting.length < 2 + waiting.readUInt16BE(0)) return;
      const answer = answerQuery(waiting.subarray(2), zone);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.length);
      // In two pieces, as TCP may deliver it.
      socket.write(Buffer.concat([length, answer.subarray(0, 5)]));
      socket.end(answer.subarray(5));
    });
  });
}

export async function startDnsOverHttps(zone: Zone) {
  return await startHttp((request, response, { body }) => {
    const isQuery =
      request.method === "POST" && request.headers["content-type"] === "application/dns-message";
    response.statusCode = isQuery ? 200 : 415;
    response.setHeader("Content-Type", "application/dns-message");
    // Queries are plain ASCII apart from the bytes below 32, so decoding and encoding keeps them.
    response.end(answerQuery(Buffer.from(body, "utf8"), zone));
  });
}
