import { createUniqueId, For, type JSX } from "solid-js";

interface Tab<T extends string> {
  id: T;
  label: string;
}

export function Tabs<T extends string>(props: {
  label: string;
  tabs: readonly Tab<T>[];
  current: T;
  onChange: (id: T) => void;
  children: JSX.Element;
}) {
  const base = createUniqueId();

  function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = props.tabs.findIndex(({ id }) => id === props.current);
    const next = props.tabs.at((at + step) % props.tabs.length);
    if (!next) return;
    props.onChange(next.id);
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus();
  }

  return (
    <>
      <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={onKeyDown}>
        <For each={props.tabs}>
          {(tab) => (
            <button
              type="button"
              class="tabs__tab"
              role="tab"
              id={`${base}-${tab.id}`}
              aria-controls={`${base}-panel`}
              aria-selected={tab.id === props.current}
              tabindex={tab.id === props.current ? 0 : -1}
              onClick={() => props.onChange(tab.id)}
            >
              {tab.label}
            </button>
          )}
        </For>
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${props.current}`}>
        {props.children}
      </div>
    </>
  );
}
