import { createMemo } from "solid-js";
import { placedMonitors } from "../../../../src/domain/page/layout.ts";
import { createLoad } from "../../../lib/load.ts";
import { getLayout } from "../../api/layout.ts";

interface IncidentReach {
  pageWide: boolean;
  monitorIds: readonly number[];
  formerComponents?: readonly { id: number }[];
}

/** The monitors by which an incident reaches its subscribers; undefined for one of the whole page. */
export function reachOf({
  pageWide,
  monitorIds,
  formerComponents = [],
}: IncidentReach): readonly number[] | undefined {
  return pageWide ? undefined : [...monitorIds, ...formerComponents.map(({ id }) => id)];
}

/** Of a window; while no monitor is chosen yet there is nothing to say of it. */
export function windowReach({
  allMonitors,
  monitorIds,
}: {
  allMonitors: boolean;
  monitorIds: readonly number[];
}): IncidentReach {
  return { pageWide: allMonitors || monitorIds.length === 0, monitorIds };
}

/** Tells which incidents and windows no visitor sees: those of monitors of which none stands on the page or did when it was deleted. */
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
