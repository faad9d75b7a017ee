import type { JSX } from "solid-js";

export type BadgeTone = "neutral" | "good" | "warn" | "bad" | "accent";

export function Badge(props: { tone?: BadgeTone; children: JSX.Element }) {
  return <span class={`badge badge--${props.tone ?? "neutral"}`}>{props.children}</span>;
}
