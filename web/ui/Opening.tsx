import { type JSX, Show, Suspense } from "solid-js";
import { askNow, lostSince } from "../lib/connection.ts";
import { text } from "../lib/text.ts";
import { ErrorState } from "./ErrorState.tsx";
import { PageHeader } from "./PageHeader.tsx";

export function Opening(props: { title?: string; fallback: JSX.Element; children: JSX.Element }) {
  return (
    <Suspense
      fallback={
        <Show when={lostSince() !== null} fallback={props.fallback}>
          <Show when={props.title}>{(title) => <PageHeader title={title()} />}</Show>
          <ErrorState message={text.unreachable} onRetry={askNow} />
        </Show>
      }
    >
      {props.children}
    </Suspense>
  );
}
