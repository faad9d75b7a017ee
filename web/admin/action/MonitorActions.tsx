import { Show } from "solid-js";
import { createLoad } from "../../lib/load.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { getMonitorActions, listActions } from "../api/action.ts";
import "./actions.css";
import { LinksForm, text } from "./ActionLinksForm.tsx";

export function MonitorActions(props: { monitorId: number }) {
  const found = createLoad(
    async (signal, monitorId) => {
      const [actions, links] = await Promise.all([listActions(signal), getMonitorActions(signal, monitorId)]);
      return { actions, links: links.actions };
    },
    () => props.monitorId,
  );
  return (
    <section class="card" aria-label={text.title}>
      <div class="card__head">
        <div>
          <h2>{text.title}</h2>
          <p class="small soft">{text.lead}</p>
        </div>
      </div>
      <div class="card__body">
        <Loaded load={found} lines={2}>
          {(data) => (
            <Show
              when={data().actions.length > 0}
              fallback={
                <p class="soft">
                  {text.none} <a href="/admin/actions/new">{text.add}</a>
                </p>
              }
            >
              <LinksForm monitorId={props.monitorId} {...data()} />
            </Show>
          )}
        </Loaded>
      </div>
    </section>
  );
}
