import type { ChartMark } from "../../../ui/time_chart_shape.ts";

type Kind = ChartMark["kind"];

const MOST_OF_KIND = 3;

export function limitMarks<M extends { kind: Kind }>(marks: readonly M[]) {
  const ofKind = (kind: Kind) => marks.filter((mark) => mark.kind === kind);
  const more = (kind: Kind) => Math.max(0, ofKind(kind).length - MOST_OF_KIND);
  return {
    listed: marks.filter((mark) => ofKind(mark.kind).slice(-MOST_OF_KIND).includes(mark)),
    more: { incident: more("incident"), maintenance: more("maintenance") },
  };
}
