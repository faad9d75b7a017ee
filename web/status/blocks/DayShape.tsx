import type { JSX } from "solid-js";
import { DAY, STEP } from "./bar_scale.ts";

const COUNT = 30;
const WIDTH = COUNT * STEP - (STEP - DAY);
const [RX, RY, SIDE] = [0.009, 0.16, 0.68];
const TOP = (DAY / WIDTH - 2 * RX).toFixed(4);

const ONE = `q0-${RY} ${RX}-${RY}h${TOP}q${RX} 0 ${RX} ${RY}v${SIDE}q0 ${RY}-${RX} ${RY}h-${TOP}q-${RX} 0-${RX}-${RY}z`;
const DAYS = `M0 ${RY}${Array.from({ length: COUNT }, () => ONE).join(`m${(STEP / WIDTH).toFixed(5)} 0`)}`;

/** Rounds the corners of a bar's 30 days. A mask would be an image, and cost a first view some milliseconds. */
export function DayShape(): JSX.Element {
  return (
    <svg class="day-shape" width="0" height="0" aria-hidden="true">
      <clipPath id="days" clipPathUnits="objectBoundingBox">
        <path d={DAYS} />
      </clipPath>
    </svg>
  );
}
