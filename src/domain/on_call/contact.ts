import type { ContactWay } from "../../schema/contact.ts";

export const DEFAULT_ORDER: readonly ContactWay[] = [
  { via: "push", afterMinutes: 0 },
  { via: "email", afterMinutes: 5 },
];

const BY_EMAIL: readonly ContactWay[] = [{ via: "email", afterMinutes: 0 }];

interface SetUp {
  order: readonly ContactWay[] | undefined;
  hasDevice: boolean;
  hasWebhook: boolean;
}

/** Leaves out ways that aren't set up and moves the rest up: a missing device must not delay a notification. */
export function decideWays({ order = DEFAULT_ORDER, hasDevice, hasWebhook }: SetUp): readonly ContactWay[] {
  const usable = order.filter(({ via }) => via === "email" || (via === "push" ? hasDevice : hasWebhook));
  const [first] = usable;
  if (!first) return BY_EMAIL;
  return usable.map(({ via, afterMinutes }) => ({ via, afterMinutes: afterMinutes - first.afterMinutes }));
}
