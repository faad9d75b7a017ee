import { createMemo } from "solid-js";
import { placedMonitors } from "../../../../src/domain/page/layout.ts";
import { createLoad } from "../../../lib/load.ts";
import { getLayout } from "../../api/layout.ts";

interface IncidentReach {
  pageWide: boolean;
  monitorIds: readonly number[];
  formerComponents?: readonly { id: number }[];
}

export function reachOf({
  pageWide,
  monitorIds,
  formerComponents = [],
}: IncidentReach): readonly number[] | undefined {
  return pageWide ? undefined : [...monitorIds, ...formerComponents.map(({ id }) => id)];
}

export function windowReach({
  allMonitors,
  monitorIds,
}: {
  allMonitors: boolean;
  monitorIds: readonly number[];
}): IncidentReach {
  return { pageWide: allMonitors || monitorIds.length === 0, monitorIds };
}

/** Visitors don't see an incident or window if none of its monitors is, or was when deleted, on the page. */
export function createUnseen(): (incident: IncidentReach) => boolean {
  const layout = createLoad(getLayout);
  const placed = createMemo(() => {
    const tree = layout.data();
    return tree && new Set(placedMonitors(tree).map(({ id }) => id));
  });
  return ({ pageWide, monitorIds, formerComponents = [] }) => {
    const known = placed();
    const isShown = pageWide || formerComponents.length > 0 || monitorIds.some((id) => known?.has(id));
    return known !== undefined && !isShown;
  };
}
