import type { JSX } from "solid-js";
import type { Tone } from "../tone.ts";

export function Mark(props: { tone: Tone }): JSX.Element {
  return <i class={`mark t-${props.tone}`} />;
}
