import { createSignal, type JSX, Show } from "solid-js";
import type { Placeholder } from "../../src/domain/alert/placeholders.ts";
import { Field } from "./Field.tsx";
import { Markdown } from "./Markdown.tsx";
import { PlaceholderHelp } from "./PlaceholderHelp.tsx";
import { Segments } from "./Segments.tsx";
import { TextArea } from "./TextInput.tsx";
import { text } from "./text.ts";

const VIEWS = (["write", "preview"] as const).map((value) => ({ value, label: text.markdown[value] }));

export function MarkdownInput(props: {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  rows?: number;
  placeholder?: string;
  fillers?: { known: readonly Placeholder[]; path: string } | undefined;
  offers?: JSX.Element;
  onInput: (value: string) => void;
}) {
  const [view, setView] = createSignal<"write" | "preview">("write");
  const isPreview = () => view() === "preview" && props.error === undefined;
  return (
    <div class="markdown">
      <div class="markdown__switch">
        <Segments
          legend={text.markdown.view(props.label)}
          value={isPreview() ? "preview" : "write"}
          options={VIEWS}
          onChange={setView}
        />
      </div>
      <Show
        when={isPreview()}
        fallback={
          <Field label={props.label} hint={props.hint ?? text.markdown.hint} error={props.error}>
            <TextArea
              value={props.value}
              rows={props.rows ?? 6}
              placeholder={props.placeholder ?? ""}
              onInput={props.onInput}
            />
            <Show when={props.fillers}>
              {(fillers) => <PlaceholderHelp value={props.value} {...fillers()} />}
            </Show>
            {props.offers}
          </Field>
        }
      >
        <div class="field">
          <span class="field__label">{props.label}</span>
          <div class="markdown__preview" aria-live="polite">
            <Show when={props.value.trim() !== ""} fallback={<p class="soft">{text.markdown.nothing}</p>}>
              <Markdown text={props.value} />
            </Show>
          </div>
        </div>
      </Show>
    </div>
  );
}
