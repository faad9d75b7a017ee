type Outage = "partial_outage" | "major_outage";

export function worstOf<Status>(order: readonly Status[], found: readonly Status[]): Status {
  return order[Math.max(0, ...found.map((status) => order.indexOf(status)))]!;
}

export function foldOutages<Status extends string>(
  order: readonly (Status | Outage)[],
  parts: readonly (Status | Outage)[],
): Status | Outage {
  const found = worstOf(order, parts);
  if (found !== "major_outage") return found;
  return parts.every((part) => part === "major_outage") ? "major_outage" : "partial_outage";
}
