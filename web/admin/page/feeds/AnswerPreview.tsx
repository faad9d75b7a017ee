import { createSignal, Show } from "solid-js";
import { requestText } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { text } from "../../text/feeds.ts";

const MOST_LINES = 60;

export function AnswerPreview(props: { label: string; path: string; isOpen?: boolean }) {
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
      <Answer label={props.label} path={props.path} />
    </Show>
  );
}

function Answer(props: { label: string; path: string }) {
  const answer = createLoad(
    async (signal, path) => linesOf(await requestText(path, { signal })),
    () => props.path,
  );
  return (
    <div class="stack stack--tight">
      <Loaded load={answer} lines={3}>
        {(lines) => (
          <>
            <section class="sheet feeds__answer" aria-label={text.answer(props.label)} tabindex={0}>
              <pre>{lines().slice(0, MOST_LINES).join("\n")}</pre>
            </section>
            <Show when={lines().length > MOST_LINES}>
              <p class="small soft">{text.cut}</p>
            </Show>
          </>
        )}
      </Loaded>
      <div>
        <Button icon="refresh" isBusy={answer.isLoading()} onClick={() => answer.reload()}>
          {text.again}
        </Button>
      </div>
    </div>
  );
}

function linesOf(answer: string): string[] {
  if (answer.startsWith("{")) return JSON.stringify(JSON.parse(answer), null, 2).split("\n");
  return answer.replaceAll("><", ">\n<").split(/\r?\n/);
}
