import { For } from "solid-js";

export function BreakableText(props: { text: string }) {
  return (
    <For each={props.text.split(/(?=[@.])/)}>
      {(part) => (
        <>
          <wbr />
          {part}
        </>
      )}
    </For>
  );
}
