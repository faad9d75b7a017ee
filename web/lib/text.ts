export const text = {
  justNow: "just now",
  unreachable: "The server can't be reached: check your connection and try again.",
  unreadable: "The server's answer can't be read: try again in a moment.",
  broken: "Something went wrong in this page: reload it and try again.",
  empty: "empty",
  on: "on",
  off: "off",
  typedSecret: "a newly typed secret",
  served: {} as Readonly<Record<string, string>>,
} as const;
