import { Show } from "solid-js";
import type { Board } from "../../../src/domain/monitor/board.ts";
import { text } from "../text/dashboard.ts";
import { Counts } from "./CountTiles.tsx";
import { usePutAway } from "./put_away.ts";

export function Tiles(props: { counts: Board["counts"] }) {
  const { isAway, isAny, putAway, showAll } = usePutAway();
  return (
    <>
      <Show when={!isAway("tiles")}>
        <section class="stack stack--tight" aria-labelledby="counts">
          <div class="row row--spread">
            <h2 id="counts" class="board__heading">
              {text.counts}
            </h2>
            <button
              type="button"
              class="link small"
              aria-label={text.hide(text.counts)}
              onClick={() => putAway("tiles")}
            >
              {text.hideTiles}
            </button>
          </div>
          <Counts counts={props.counts} />
        </section>
      </Show>
      <Show when={isAny()}>
        <p class="small soft">
          {text.hidden}{" "}
          <button type="button" class="link" onClick={showAll}>
            {text.showHidden}
          </button>
        </p>
      </Show>
    </>
  );
}
