export const text = {
  justNow: "just now",
  /** Not by Intl, whose first use takes ten milliseconds of each page that shows a time. */
  relative(count: number, unit: string) {
    const size = `${Math.abs(count)} ${unit}${Math.abs(count) === 1 ? "" : "s"}`;
    return count < 0 ? `${size} ago` : `in ${size}`;
  },
  unreachable: "Can't reach the server. Check your connection and try again.",
  unsure: "Can't reach the server. It may have done this already, so check before you try again.",
  unreadable: "The server sent an invalid response. Try again in a moment.",
  broken: "Something went wrong. Reload the page and try again.",
  empty: "empty",
  on: "on",
  off: "off",
  typedSecret: "a new secret",
  served: {} as Readonly<Record<string, string>>,
  servedProblems: {} as Readonly<Record<string, string>>,
} as const;
