import { createSignal, Show } from "solid-js";
import { requestText } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { text } from "../../text/feeds.ts";

const MOST_LINES = 60;

export function ResponsePreview(props: { label: string; path: string; isOpen?: boolean }) {
  const [isShown, setIsShown] = createSignal(props.isOpen ?? false);
  return (
    <Show
      when={isShown()}
      fallback={
        <div>
          <Button icon="eye" onClick={() => setIsShown(true)}>
            {text.show}
          </Button>
        </div>
      }
    >
      <ResponseText label={props.label} path={props.path} />
    </Show>
  );
}

function ResponseText(props: { label: string; path: string }) {
  const response = createLoad(
    async (signal, path) => linesOf(await requestText(path, { signal })),
    () => props.path,
  );
  return (
    <div class="stack stack--tight">
      <Loaded load={response} lines={3}>
        {(lines) => (
          <>
            <section class="sheet feeds__response" aria-label={text.response(props.label)} tabindex={0}>
              <pre>{lines().slice(0, MOST_LINES).join("\n")}</pre>
            </section>
            <Show when={lines().length > MOST_LINES}>
              <p class="small soft">{text.cut}</p>
            </Show>
          </>
        )}
      </Loaded>
      <div>
        <Button icon="refresh" isBusy={response.isLoading()} onClick={() => response.reload()}>
          {text.again}
        </Button>
      </div>
    </div>
  );
}

function linesOf(response: string): string[] {
  if (response.startsWith("{")) return JSON.stringify(JSON.parse(response), null, 2).split("\n");
  return response.replaceAll("><", ">\n<").split(/\r?\n/);
}
