export const text = {
  justNow: "just now",
  unreachable: "Can't reach the server. Check your connection and try again.",
  unreadable: "The server sent an invalid response. Try again in a moment.",
  broken: "Something went wrong. Reload the page and try again.",
  empty: "empty",
  on: "on",
  off: "off",
  typedSecret: "a new secret",
  served: {} as Readonly<Record<string, string>>,
} as const;
