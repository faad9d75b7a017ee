import { createEffect, createSignal, on, onMount } from "solid-js";
import { type ApiError, toApiError } from "../../lib/api.ts";
import { returns } from "../../lib/connection.ts";
import { place } from "../../lib/router.ts";
import { loadSession, user } from "../../lib/session.ts";
import { getSetUpStatus } from "../api/set_up.ts";
import { findPage } from "../route/pages.ts";
import { VIEWS } from "./views.ts";

export function createSessionStart() {
  const [isReady, setIsReady] = createSignal(false);
  const [isSetUpRequired, setIsSetUpRequired] = createSignal(false);
  const [fault, setFault] = createSignal<ApiError>();

  async function start(): Promise<void> {
    try {
      await loadSession();
      if (user() === null) setIsSetUpRequired((await getSetUpStatus()).required);
      setFault(undefined);
      setIsReady(true);
    } catch (error) {
      setFault(toApiError(error));
    }
  }

  onMount(() => {
    // Loads the page's code while the session is read, not after it.
    const wanted = findPage(place().path, "admin");
    if (wanted) void VIEWS[wanted.id].preload().catch(() => undefined);
    void start();
  });
  createEffect(on(returns, () => fault() && void start(), { defer: true }));
  return { isReady, isSetUpRequired, setIsSetUpRequired, fault, start };
}
