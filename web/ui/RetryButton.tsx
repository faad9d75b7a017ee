import { createSignal } from "solid-js";
import { Button } from "./Button.tsx";
import { showOutcome } from "./toast.ts";

export function RetryButton(props: {
  words: { retry: string; retried: string };
  retry: () => Promise<unknown>;
  of?: string | undefined;
  onDone: () => void;
}) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function retry(): Promise<void> {
    setIsBusy(true);
    await showOutcome(async () => {
      await props.retry();
      return props.words.retried;
    });
    setIsBusy(false);
    props.onDone();
  }
  return (
    <Button isSmall icon="refresh" of={props.of} isBusy={isBusy()} onClick={() => void retry()}>
      {props.words.retry}
    </Button>
  );
}
