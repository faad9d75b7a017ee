import { Show, Suspense } from "solid-js";
import type { DashboardTrends } from "../../../src/schema/dashboard.ts";
import type { Load } from "../../lib/load.ts";
import { lazyCode } from "../../lib/load_code.ts";
import { DayStrip } from "../../ui/DayStrip.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

const TrendChart = lazyCode(() => import("./TrendChart.tsx"));

export function TrendCards(props: { load: Load<DashboardTrends> }) {
  void TrendChart.preload();
  return (
    <>
      <BoardCard title={text.trends.uptime}>
        <div class="card__body">
          <Loaded load={props.load} lines={2}>
            {(trends) => (
              <Show when={trends().uptime !== null} fallback={<p class="soft">{text.trends.noData}</p>}>
                <DayStrip days={trends().days} />
              </Show>
            )}
          </Loaded>
        </div>
      </BoardCard>
      <div class="cockpit__charts">
        <BoardCard title={text.trends.response}>
          <div class="card__body">
            <Loaded load={props.load} lines={5}>
              {(trends) => (
                <Suspense fallback={<Skeleton lines={5} />}>
                  <TrendChart of="responses" hours={trends().hours} />
                </Suspense>
              )}
            </Loaded>
          </div>
        </BoardCard>
        <BoardCard title={text.trends.checks}>
          <div class="card__body">
            <Loaded load={props.load} lines={5}>
              {(trends) => (
                <Suspense fallback={<Skeleton lines={5} />}>
                  <TrendChart of="checks" hours={trends().hours} />
                </Suspense>
              )}
            </Loaded>
          </div>
        </BoardCard>
      </div>
    </>
  );
}
