import {
  columnsToken,
  doneToken,
  errorToken,
  infoToken,
  little,
  nbcRowToken,
  rowToken,
} from "./tds_token.ts";
import { columnOf, SAMPLES } from "./tds_value.ts";

const MORE = 1;
const FAILED = 2;
const COUNT = 0x10;
const ONE = SAMPLES["fixed int"]!;
const FIRST = { ...ONE, value: little(4, 1) };
const EMPTY = SAMPLES["null int"]!;
const POINT = Buffer.from([0xf0, 0xff, 0xff, 0, 3, 0x73, 0, 0x79, 0, 0x73, 0, 1, 0x70, 0, 0, 0]);

const POINT_VALUE = Buffer.concat([little(8, 2), little(4, 2), Buffer.from([1, 2]), little(4, 0)]);

export function answerBatch(query: string): Buffer[] {
  const known = SAMPLES[/^SELECT (.+)$/.exec(query)?.[1] ?? ""];
  if (known) {
    const columns = columnsToken([columnOf("a", known), columnOf("b", ONE)]);
    return [columns, rowToken(known.value, ONE.value), rowToken(known.value, ONE.value), doneToken(COUNT, 2)];
  }
  switch (query) {
    case "SELECT 1":
      return [columnsToken([columnOf("", ONE)]), rowToken(FIRST.value), doneToken(COUNT, 1)];
    case "SELECT NULL, 7":
      return [
        columnsToken([columnOf("a", EMPTY), columnOf("b", ONE)]),
        nbcRowToken([null, ONE.value]),
        doneToken(COUNT, 1),
      ];
    case "SELECT 7, NULL":
      return [
        columnsToken([columnOf("a", ONE), columnOf("b", EMPTY)]),
        nbcRowToken([ONE.value, null]),
        doneToken(COUNT, 1),
      ];
    case "SELECT 1 WHERE 1 = 0":
      return [columnsToken([columnOf("a", ONE)]), doneToken(COUNT, 0)];
    case "PRINT 'x'; SELECT 1":
      return [
        infoToken("x"),
        doneToken(MORE),
        columnsToken([columnOf("a", ONE)]),
        rowToken(FIRST.value),
        doneToken(COUNT, 1),
      ];
    case "SELECT point":
      return [columnsToken([{ name: "p", type: POINT }]), rowToken(POINT_VALUE), doneToken(COUNT, 1)];
    case "SELECT 1/0":
      return [
        columnsToken([columnOf("a", ONE)]),
        errorToken(8134, "Divide by zero error encountered."),
        doneToken(FAILED),
      ];
    case "SELECT * FROM secrets":
      return [
        errorToken(
          229,
          "The SELECT permission was denied on the object 'secrets', database 'shop', schema 'dbo'.",
        ),
        doneToken(FAILED),
      ];
    default:
      return /^set /i.test(query)
        ? [doneToken(0)]
        : [errorToken(156, "Incorrect syntax."), doneToken(FAILED)];
  }
}
