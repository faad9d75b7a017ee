import type { JSX } from "solid-js";
import type { Tone } from "../tone.ts";

/** The icon of a status: its shape tells as much as its colour. What it means stands beside it as text. */
export function Mark(props: { tone: Tone }): JSX.Element {
  return <i class={`mark t-${props.tone}`} />;
}
