import { Show } from "solid-js";
import { ButtonLink } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StatusMark } from "../live/StatusMark.tsx";
import { text } from "../text/dashboard.ts";
import type { LiveBoard } from "./board.ts";
import { SeenBy, SeenDeeds } from "./FailingSeen.tsx";
import { describeAlerts, incidentOf, reportPath } from "./report.ts";

export function FailingLine(props: { id: number; live: LiveBoard; isOneOfMany: boolean }) {
  const known = () => props.live.load.data();
  const entry = () => props.live.find(props.id) && props.live.monitors.find(props.id)?.monitor();
  const incident = () => incidentOf(known()?.incidents, props.id);
  const alerts = () => known()?.alerts?.filter(({ monitorId }) => monitorId === props.id);
  return (
    <Show when={props.live.find(props.id)}>
      {(monitor) => (
        <li class="failing">
          <div class="board__main">
            <span class="failing__head">
              <a class="strong" href={`/admin/monitors/${props.id}`}>
                {monitor().name}
              </a>
              <StatusMark status={monitor().status} />
              <span class="small soft">
                <RelativeTime at={monitor().statusSince} />
              </span>
            </span>
            <span class="break">{monitor().message}</span>
            <Show when={entry()}>{(found) => <SeenBy monitor={found()} />}</Show>
            <Show when={alerts()}>
              {(found) => <span class="small soft break">{describeAlerts(found())}</span>}
            </Show>
          </div>
          <div class="failing__deeds">
            <Show when={entry()}>{(found) => <SeenDeeds monitor={found()} />}</Show>
            <Show
              when={incident()}
              fallback={
                <Show when={props.isOneOfMany}>
                  <ButtonLink isSmall of={monitor().name} href={reportPath([props.id])}>
                    {text.report}
                  </ButtonLink>
                </Show>
              }
            >
              {(found) => (
                <ButtonLink isSmall href={`/admin/incidents/${found().id}`}>
                  {text.incidentOf(found().title)}
                </ButtonLink>
              )}
            </Show>
          </div>
        </li>
      )}
    </Show>
  );
}
