import { onMount } from "solid-js";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { text } from "../text/shell.ts";

/** Mostly happens because an update replaced the page's code. */
export function PageFault(props: { error: unknown }) {
  onMount(() => console.error(props.error));
  return (
    <div class="state state--bad" role="alert">
      <span class="state__mark">
        <Icon name="warning" />
      </span>
      <p>{text.pageBroken}</p>
      <Button onClick={() => window.location.reload()}>{text.reload}</Button>
    </div>
  );
}
