import { createMemo } from "solid-js";
import { useField } from "./Field.tsx";

export function CodeInput(props: {
  value: string;
  onInput?: (value: string) => void;
  rows?: number;
  placeholder?: string;
  isReadOnly?: boolean;
}) {
  const field = useField();
  let gutter!: HTMLDivElement;
  const numbers = createMemo(() => {
    const lines = props.value.split("\n").length;
    return Array.from({ length: lines }, (_, i) => i + 1).join("\n");
  });
  return (
    <div class="code">
      <div ref={gutter} class="code__numbers" aria-hidden="true">
        {numbers()}
      </div>
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
          gutter.style.transform = `translateY(${-event.currentTarget.scrollTop}px)`;
        }}
      />
    </div>
  );
}
