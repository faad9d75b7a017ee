import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import {
  emptyResponseTimes,
  mergeResponseTimes,
  type ResponseDay,
  type ResponseTimes,
} from "./response_times.ts";
import type { Span } from "./uptime.ts";

export const BLOCK_DAYS = 32;

export interface ResponseBlock {
  through: number;
  total: ResponseTimes;
  days: Map<number, ResponseTimes>;
}

export function blockOf(day: number): number {
  return Math.floor(day / BLOCK_DAYS);
}

export function withDay(
  known: Omit<ResponseBlock, "total"> | null,
  day: number,
  hours: ResponseDay,
): ResponseBlock {
  const days = new Map(known?.days).set(day % BLOCK_DAYS, mergeAll(hours.values()));
  return { through: Math.max(day, known?.through ?? day), total: mergeAll(days.values()), days };
}

export function mergeAll(parts: Iterable<ResponseTimes>): ResponseTimes {
  const all = emptyResponseTimes();
  for (const part of parts) mergeResponseTimes(all, part);
  return all;
}

interface Numbers {
  first: number;
  last: number;
}

export function wholeDays({ from, to }: Span): Numbers {
  return { first: Math.floor(from / DAY_MS) + 1, last: Math.floor((to - 1) / DAY_MS) - 1 };
}

export function wholeBlocks({ first, last }: Numbers): Numbers {
  return { first: Math.ceil(first / BLOCK_DAYS), last: Math.floor((last + 1) / BLOCK_DAYS) - 1 };
}

export function isWithin(number: number, { first, last }: Numbers): boolean {
  return number >= first && number <= last;
}

export function* hoursWithin(day: number, hours: ResponseDay, { from, to }: Span): Generator<ResponseTimes> {
  for (const [hour, times] of hours) {
    const middle = day * DAY_MS + hour * HOUR_MS + HOUR_MS / 2;
    if (middle >= from && middle < to) yield times;
  }
}
