import type { Accessor } from "solid-js";
import type { AnyNode } from "../../../../src/domain/page/layout_edit.ts";
import { CHART_HOURS } from "../../../../src/schema/block_defaults.ts";
import { text } from "../../text/page_builder.ts";

export interface KindProps<T extends AnyNode> {
  node: Accessor<T>;
  set: (change: Partial<T>) => void;
  problem: (setting: keyof T & string) => string | undefined;
}

const optionsOf = <T extends string | number>(values: readonly T[], labelOf: (value: T) => string) =>
  values.map((value) => ({ value: String(value), label: labelOf(value) }));

export const { fields } = text;

export const WIDTHS = optionsOf([1, 2, 3] as const, (w) => fields.columns[w]);

export const VARIANTS = optionsOf(["default", "compact"] as const, (one) => fields.variants[one]);

export const BARS = optionsOf(["below", "right", "off"] as const, (one) => fields.bars[one]);

export const HOURS = optionsOf(CHART_HOURS, fields.range);

export const BUCKETS = optionsOf([20, 30, 50], String);

export const AGGREGATIONS = optionsOf(["avg", "p95", "max"] as const, (one) => fields.aggregations[one]);

export const HEIGHTS = optionsOf([3, 5, 7] as const, (one) => fields.heights[one]);

export const FILTERS = optionsOf(["all", "active", "resolved"] as const, (one) => fields.filters[one]);
