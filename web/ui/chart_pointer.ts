import { type Accessor, createSignal } from "solid-js";
import { type ChartPoint, type ChartRange, rangeOf } from "./time_chart_shape.ts";

interface Drag {
  from: number;
  to: number;
}

export function createChartPointer(chart: {
  points: Accessor<readonly ChartPoint[]>;
  indexOf: (clientX: number) => number;
  onZoom: Accessor<((range: ChartRange) => void) | undefined>;
}) {
  const [pointed, setPointed] = createSignal<number>();
  const [begun, setBegun] = createSignal<number>();
  const within = (clientX: number) =>
    Math.min(chart.points().length - 1, Math.max(0, chart.indexOf(clientX)));
  const dragged = (): Drag | null => {
    const [one, other] = [begun(), pointed()];
    if (one === undefined || other === undefined || one === other) return null;
    return { from: Math.min(one, other), to: Math.max(one, other) };
  };
  return {
    pointed,
    dragged,
    handlers: {
      onPointerMove(event: PointerEvent) {
        const at = begun() === undefined ? chart.indexOf(event.clientX) : within(event.clientX);
        setPointed(chart.points()[at] ? at : undefined);
      },
      onPointerLeave() {
        if (begun() === undefined) setPointed(undefined);
      },
      onPointerDown(event: PointerEvent & { currentTarget: HTMLElement }) {
        if (!chart.onZoom() || event.button !== 0 || event.pointerType === "touch") return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setBegun(within(event.clientX));
      },
      onPointerUp() {
        const drag = dragged();
        setBegun(undefined);
        const range = drag && rangeOf(chart.points(), drag.from, drag.to);
        if (range) chart.onZoom()?.(range);
      },
      onPointerCancel: () => setBegun(undefined),
    },
  };
}
