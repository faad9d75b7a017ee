import { createSignal, type JSX, Match, Switch } from "solid-js";
import { type ApiError, toApiError } from "../lib/api.ts";
import { Button } from "./Button.tsx";
import type { IconName } from "./Icon.tsx";
import { Notice } from "./Notice.tsx";

export function TryPanel(props: {
  lead: JSX.Element;
  label: string;
  icon: IconName;
  failed: string;
  isDisabled?: boolean;
  children?: JSX.Element;
  onTry: () => Promise<string>;
  onProblems?: (error: ApiError | undefined) => void;
}) {
  const [isBusy, setIsBusy] = createSignal(false);
  const [done, setDone] = createSignal<string>();
  const [fault, setFault] = createSignal<ApiError>();

  async function attempt(): Promise<void> {
    setIsBusy(true);
    setDone(undefined);
    setFault(undefined);
    try {
      const message = await props.onTry();
      props.onProblems?.(undefined);
      setDone(message);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (props.onProblems && error.problems.length > 0) props.onProblems(error);
      else setFault(error);
    }
    setIsBusy(false);
  }

  return (
    <div class="test">
      <div class="test__head">
        <p class="small soft">{props.lead}</p>
        <Button
          icon={props.icon}
          isBusy={isBusy()}
          disabled={props.isDisabled ?? false}
          onClick={() => void attempt()}
        >
          {props.label}
        </Button>
      </div>
      {props.children}
      <div aria-live="polite">
        <Switch>
          <Match when={done()}>
            <Notice tone="good">
              <p>{done()}</p>
            </Notice>
          </Match>
          <Match when={fault()}>
            {(error) => (
              <Notice tone="bad">
                <p class="strong">{props.failed}</p>
                <p>{error().message}</p>
              </Notice>
            )}
          </Match>
        </Switch>
      </div>
    </div>
  );
}
