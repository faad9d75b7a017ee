import { createMemo, Show } from "solid-js";
import { useField } from "./Field.tsx";
import { paintYaml } from "./yaml_tokens.ts";

export function CodeInput(props: {
  value: string;
  onInput?: (value: string) => void;
  rows?: number;
  placeholder?: string;
  isReadOnly?: boolean;
  language?: "yaml";
}) {
  const field = useField();
  let gutter!: HTMLDivElement;
  let paint: HTMLPreElement | undefined;
  const numbers = createMemo(() => {
    const lines = props.value.split("\n").length;
    return Array.from({ length: lines }, (_, i) => i + 1).join("\n");
  });
  const painted = createMemo(() => (props.language === "yaml" ? paintYaml(props.value) : null));
  return (
    <div class="code" classList={{ "code--painted": painted() !== null }}>
      <div ref={gutter} class="code__numbers" aria-hidden="true">
        {numbers()}
      </div>
      <Show when={painted()}>
        {(html) => (
          <div class="code__paint" aria-hidden="true">
            <pre ref={paint} innerHTML={html()} />
          </div>
        )}
      </Show>
      <textarea
        class="code__text"
        id={field.id}
        rows={props.rows ?? 12}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        readonly={props.isReadOnly ?? false}
        placeholder={props.placeholder}
        aria-describedby={field.describedBy()}
        aria-invalid={field.isInvalid()}
        value={props.value}
        onInput={(event) => props.onInput?.(event.currentTarget.value)}
        onScroll={(event) => {
          const { scrollTop, scrollLeft } = event.currentTarget;
          gutter.style.transform = `translateY(${-scrollTop}px)`;
          if (paint) paint.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
        }}
      />
    </div>
  );
}
