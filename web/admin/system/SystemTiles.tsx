import { type JSX, Show } from "solid-js";
import { formatDuration } from "../../../src/lib/duration.ts";
import type { HealthPartId } from "../../../src/schema/health_part.ts";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { formatExact } from "../../lib/time.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { MirrorBadge } from "../mirror/MirrorBadge.tsx";
import { text } from "../text/system.ts";
import { PartBadge } from "./PartBadge.tsx";

/** Alarms are seconds away: too soon for the slow clock of relative times. */
export function Next(props: { at: number | null }) {
  return (
    <Show when={props.at} fallback={<span class="soft">{text.none}</span>}>
      {(at) => <span title={formatExact(at())}>{text.nextIn(formatDuration(at() - Date.now()))}</span>}
    </Show>
  );
}

export function Tiles(props: { health: SystemHealth }) {
  const responding = () => props.health.watches.filter(({ ok }) => ok).length;
  const part = (id: HealthPartId) => props.health.parts.find((one) => one.id === id);
  const isRead = () => props.health.database.ok;
  return (
    <div class="tiles">
      <Tile name={text.database} state={<State isOk={props.health.database.ok} />}>
        <Show when={isRead()}>{text.databaseMs(props.health.database.ms)}</Show>
      </Tile>
      <Tile
        name={text.cron}
        state={<Show when={part("cron")}>{(cron) => <PartBadge state={cron().state} />}</Show>}
      >
        <Show when={isRead()}>
          <Show when={props.health.cron.lastRunAt} fallback={text.cronNever}>
            {(at) => (
              <>
                {text.cronRan} <RelativeTime at={at()} />
              </>
            )}
          </Show>
        </Show>
      </Tile>
      <Tile name={text.watches} state={<State isOk={responding() === props.health.watches.length} />}>
        {text.watchesOf(responding(), props.health.watches.length)}
      </Tile>
      <Tile
        name={text.monitors}
        state={
          <Badge tone={props.health.monitors.overdue.length === 0 ? "good" : "warn"}>
            {text.overdueCount(props.health.monitors.overdue.length)}
          </Badge>
        }
      >
        {text.monitorsOf(props.health.monitors.total, props.health.monitors.paused)}
      </Tile>
      <Tile
        name={text.mirror}
        state={
          <Show
            when={part("mirror")?.state === "unknown"}
            fallback={<MirrorBadge state={props.health.mirror.state} />}
          >
            <PartBadge state="unknown" />
          </Show>
        }
      >
        <Show when={isRead()}>
          <Show when={props.health.mirror.lastSuccessAt} fallback={text.mirrorNever}>
            {(at) => (
              <>
                {text.mirrorPushed} <RelativeTime at={at()} />
              </>
            )}
          </Show>
        </Show>
      </Tile>
    </div>
  );
}

function Tile(props: { name: string; state: JSX.Element; children: JSX.Element }) {
  return (
    <section class="tile">
      <h2>{props.name}</h2>
      <span>{props.state}</span>
      <span class="small soft">{props.children}</span>
    </section>
  );
}

export function State(props: { isOk: boolean }) {
  const tone = (): BadgeTone => (props.isOk ? "good" : "bad");
  return <Badge tone={tone()}>{props.isOk ? text.ok : text.fault}</Badge>;
}
