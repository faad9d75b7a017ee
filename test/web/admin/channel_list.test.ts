import { describe, expect, it } from "vitest";
import type { Channel } from "../../../src/schema/channel.ts";
import { listFitting } from "../../../web/admin/alert/channels/channel_list.ts";

const made = (id: number, name: string, more: Partial<Channel>) =>
  ({
    id,
    name,
    key: name.toLowerCase(),
    type: "webhook",
    enabled: true,
    allMonitors: false,
    monitorIds: [1],
    ...more,
  }) as Channel;

const CHANNELS = [
  made(1, "Ops 10", {}),
  made(2, "Ops 9", {}),
  made(3, "Off", { enabled: false }),
  made(4, "Nobody", { monitorIds: [] }),
  made(5, "All", { monitorIds: [], allMonitors: true, type: "email" }),
];
const ALL = { search: "", state: "", type: "" };
const namesOf = (filter: Partial<typeof ALL>, sort: "worst" | "name" | "type" = "worst") => {
  const labelOf = (type: string) => (type === "email" ? "E-mail" : "Webhook");
  return listFitting(CHANNELS, { ...ALL, ...filter }, { sort, labelOf }).map(({ name }) => name);
};

describe("the list of channels", () => {
  it("starts with channels that alert nobody, and sorts names with numbers numerically", () => {
    expect(namesOf({})).toEqual(["Off", "Nobody", "All", "Ops 9", "Ops 10"]);
    expect(namesOf({}, "name")).toEqual(["All", "Nobody", "Off", "Ops 9", "Ops 10"]);
    expect(namesOf({}, "type")[0]).toBe("All");
  });

  it("filters by words, state and type", () => {
    expect(namesOf({ search: "e-MAIL" })).toEqual(["All"]);
    expect(namesOf({ search: "ops" })).toEqual(["Ops 9", "Ops 10"]);
    expect(namesOf({ state: "disabled" })).toEqual(["Off"]);
    expect(namesOf({ state: "enabled", type: "email" })).toEqual(["All"]);
  });
});
