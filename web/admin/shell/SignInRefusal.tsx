import { createEffect, createSignal, on, Show, Suspense } from "solid-js";
import { lazyCode } from "../../lib/load_code.ts";
import { place, queryOf, setQuery } from "../../lib/router.ts";

const RefusedSignIn = lazyCode(() => import("../access/sign_in/RefusedSignIn.tsx"));

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
        <Suspense>
          <RefusedSignIn code={found().code} />
        </Suspense>
      )}
    </Show>
  );
}
