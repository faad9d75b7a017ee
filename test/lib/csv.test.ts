import { describe, expect, it } from "vitest";
import { formatCsvLine } from "../../src/lib/csv.ts";

describe("formatCsvLine", () => {
  it("quotes only values with a comma, a quote or a line break", () => {
    expect(formatCsvLine([1, "a b", "a,b", 'say "a"', "a\nb", "a\rb", ""])).toBe(
      '1,a b,"a,b","say ""a""","a\nb","a\rb",\r\n',
    );
  });

  it("puts an apostrophe before formulas", () => {
    expect(formatCsvLine(["=1+1", "+1", "-1", "@sum", '=a,"b"', "a=1", "\t=1"])).toBe(
      `'=1+1,'+1,'-1,'@sum,"'=a,""b""",a=1,'\t=1\r\n`,
    );
  });
});
