import { type JSX, Show } from "solid-js";

export function Problem(props: { id?: string; text: string | null | undefined }): JSX.Element {
  return (
    <Show when={props.text}>
      <p class="problem" id={props.id} role="alert">
        {props.text}
      </p>
    </Show>
  );
}
