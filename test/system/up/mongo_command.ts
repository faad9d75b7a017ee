import { BSON } from "mongodb";

export function refuse(code: number, codeName: string, errmsg: string): BSON.Document {
  return { ok: 0, errmsg, code, codeName };
}

const { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } = BSON;

export const MONGO_SAMPLES: Readonly<Record<string, readonly [unknown, string | null]>> = {
  int: [new Int32(-7), "-7"],
  long: [Long.fromString("9007199254740993"), "9007199254740993"],
  "whole double": [new Double(1), "1"],
  double: [new Double(0.1), "0.1"],
  text: ["né€", "né€"],
  yes: [true, "true"],
  no: [false, "false"],
  null: [null, null],
  id: [new ObjectId("00112233445566778899aabb"), "00112233445566778899aabb"],
  date: [new Date("2026-11-22T12:34:56.789Z"), "2026-11-22T12:34:56.789Z"],
  "date out of range": [Long.fromString("9223372036854775807"), "9223372036854775807"],
  bytes: [new Binary(Buffer.from([0, 0xab])), "00ab"],
  pattern: [new BSONRegExp("^a", "i"), "/^a/i"],
  timestamp: [new Timestamp({ t: 1, i: 2 }), "4294967298"],
  decimal: [Decimal128.fromString("-12.340"), "-12.340"],
  "small decimal": [Decimal128.fromString("0.005"), "0.005"],
  "large decimal": [Decimal128.fromString("1.5E+10"), "15E+9"],
  "NaN decimal": [Decimal128.fromString("NaN"), "NaN"],
  lowest: [new MinKey(), "MinKey"],
  highest: [new MaxKey(), "MaxKey"],
  document: [{ a: 1, b: { c: [true, null] } }, '{"a":1,"b":{"c":[true,null]}}'],
  list: [[1, "x"], '[1,"x"]'],
};

const cursor = (...firstBatch: BSON.Document[]) => ({
  cursor: { firstBatch, id: Long.fromNumber(0), ns: "shop.orders" },
  ok: 1,
});

export function answerCommand(name: string, command: BSON.Document): BSON.Document {
  switch (name) {
    case "count":
      return { n: new Int32(3), ok: 1, $clusterTime: { clusterTime: new Timestamp({ t: 1, i: 1 }) } };
    case "find":
      if (command["find"] === "empty") return cursor();
      if (command["find"] === "ids") return cursor({ _id: new Int32(5) });
      return cursor({ _id: new ObjectId(), total: new Double(12), state: "paid" }, { _id: new ObjectId() });
    case "sample":
      return { value: MONGO_SAMPLES[String(command["sample"])]?.[0], ok: new Double(1) };
    case "large":
      return { text: "x".repeat(200_000), ok: 1 };
    case "echo":
      return { seen: BSON.EJSON.stringify(command["echo"], { relaxed: false }), ok: 1 };
    case "dropDatabase":
      return refuse(13, "Unauthorized", "not authorized on shop to execute command { dropDatabase: 1 }");
    default:
      return refuse(59, "CommandNotFound", `no such command: '${name}'`);
  }
}
