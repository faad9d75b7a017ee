import type { Load } from "../lib/load.ts";
import { Button } from "./Button.tsx";

export function RefreshButton<T>(props: { load: Load<T>; label: string }) {
  return (
    <Button icon="refresh" isBusy={props.load.isLoading()} onClick={() => props.load.reload()}>
      {props.label}
    </Button>
  );
}
