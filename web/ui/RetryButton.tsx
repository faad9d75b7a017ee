import { createSignal } from "solid-js";
import { Button } from "./Button.tsx";
import { tellOutcome } from "./toast.ts";

export function RetryButton(props: {
  words: { retry: string; retried: string };
  retry: () => Promise<unknown>;
  onDone: () => void;
}) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function retry(): Promise<void> {
    setIsBusy(true);
    await tellOutcome(async () => {
      await props.retry();
      return props.words.retried;
    });
    setIsBusy(false);
    props.onDone();
  }
  return (
    <Button isSmall icon="refresh" isBusy={isBusy()} onClick={() => void retry()}>
      {props.words.retry}
    </Button>
  );
}
