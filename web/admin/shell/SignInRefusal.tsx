import { createEffect, createSignal, on, Show } from "solid-js";
import { place, queryOf, setQuery } from "../../lib/router.ts";
import { Notice } from "../../ui/Notice.tsx";
import { text } from "../text/access.ts";

export function SignInRefusal() {
  const [refused, setRefused] = createSignal<{ code: string; path: string }>();

  createEffect(
    on(place, ({ path }) => {
      const code = queryOf("error");
      if (code !== "") {
        setRefused({ code, path });
        setQuery({ error: "" }, { replace: true });
      } else if (refused()?.path !== path) setRefused(undefined);
    }),
  );

  return (
    <Show when={refused()}>
      {(found) => (
        <Notice tone="bad" isSummary>
          <p>{text.againErrors[found().code] ?? text.unknownError}</p>
        </Notice>
      )}
    </Show>
  );
}
