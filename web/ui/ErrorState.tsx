import { onCleanup } from "solid-js";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { text } from "./text.ts";

export function ErrorState(props: { message: string; onRetry: () => void; isBusy?: boolean }) {
  let element!: HTMLDivElement;
  onCleanup(() => {
    if (!element.contains(document.activeElement)) return;
    const page = element.closest("main");
    queueMicrotask(() => page?.querySelector("h1")?.focus({ preventScroll: true }));
  });
  return (
    <div class="state state--bad" role="alert" ref={element}>
      <span class="state__mark">
        <Icon name="warning" />
      </span>
      <h2>{text.notLoaded}</h2>
      <p>{props.message}</p>
      <Button isBusy={props.isBusy ?? false} onClick={() => props.onRetry()}>
        {text.tryAgain}
      </Button>
    </div>
  );
}
