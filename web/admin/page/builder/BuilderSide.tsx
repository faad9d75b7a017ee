import { createEffect, createSignal, on, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { text } from "../../text/page_builder.ts";
import { AddPanel } from "./AddPanel.tsx";
import type { BuilderState } from "./builder_state.ts";
import { ManyBlocks } from "./ManyBlocks.tsx";
import { Properties } from "./Properties.tsx";

const SIDES = [
  { value: "add", label: text.add },
  { value: "block", label: text.block },
] as const;

/** Folds on a phone only, where it would cover half of the page. */
export function BuilderSide(props: { state: BuilderState }) {
  const builder = () => props.state.context.builder;
  const [isOpen, setIsOpen] = createSignal(false);
  createEffect(
    on([() => props.state.side(), () => builder().chosen()], () => setIsOpen(true), { defer: true }),
  );
  return (
    <aside
      class={`builder__side card card__body${isOpen() ? "" : " builder__side--folded"}`}
      aria-label={text.side}
    >
      <div class="row row--spread">
        <Segments
          legend={text.side}
          value={props.state.side()}
          options={SIDES}
          onChange={props.state.setSide}
          onClick={() => setIsOpen(true)}
        />
        <span class="builder__fold">
          <Button
            variant="quiet"
            icon={isOpen() ? "down" : "up"}
            label={isOpen() ? text.foldSide : text.openSide}
            aria-expanded={isOpen()}
            onClick={() => setIsOpen(!isOpen())}
          />
        </span>
      </div>
      <div class="builder__tools">
        <Show when={props.state.side() === "block"} fallback={<AddPanel />}>
          <Show when={builder().chosen().size < 2} fallback={<ManyBlocks />}>
            <Show
              when={builder().selectedId()}
              keyed
              fallback={<p class="small soft">{text.nothingChosen}</p>}
            >
              {(id) => <Properties id={id} />}
            </Show>
          </Show>
        </Show>
      </div>
    </aside>
  );
}
