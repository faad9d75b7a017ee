import { createMemo } from "solid-js";
import { createElementWidth } from "../lib/element_width.ts";
import { labelRoom, scaleOf } from "./chart_scale.ts";
import type { ChartPoint } from "./time_chart_shape.ts";

export const HEIGHT = 200;
export const BOTTOM = 24;
export const TOP = 10;
const MARK_WIDTH = 130;

interface Charted {
  points: readonly ChartPoint[];
  compared?: readonly (number | null)[];
  formatValue: (value: number) => string;
}

export function createChartGeometry(props: Charted, element: () => HTMLElement) {
  const ownWidth = createElementWidth(element, 640);
  const width = () => Math.max(240, ownWidth());
  const compared = () => props.compared ?? [];
  const scale = createMemo(() => scaleOf([...props.points.map(({ value }) => value), ...compared()]));
  const left = createMemo(() => labelRoom(scale().map(props.formatValue)));
  const step = () => (width() - left()) / Math.max(1, props.points.length);
  return {
    width,
    left,
    step,
    x: (at: number) => left() + (at + 0.5) * step(),
    y: (value: number) => TOP + (1 - value / (scale().at(-1) ?? 1)) * (HEIGHT - TOP - BOTTOM),
    scale,
    compared,
    marks: createMemo(() => marksFor(props.points.length, width())),
  };
}

function marksFor(points: number, width: number): number[] {
  const count = Math.min(points, Math.max(2, Math.floor(width / MARK_WIDTH)));
  return Array.from({ length: count }, (_, i) => Math.round((i * (points - 1)) / (count - 1)));
}
