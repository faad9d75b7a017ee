export const text = {
  title: "Own trouble is not theirs",
  lead: "When many checks fail together, the network that this runs in may be what is broken. Addresses that always answer tell it apart.",
  since: "Own trouble since",
  sinceLead: "Failures are not counted meanwhile.",
  urls: "References",
  urlsHint:
    "One a line: addresses of others that are as good as always up. Without any, every failure counts.",
  share: "Ask them when so many fail together",
  shareHint: "Of the checks that a watch makes together, and three at least.",
  percent: "percent",
  channels: "Channels that are told",
  channelsHint: "Once when it begins, and once when it is over.",
  channelsPlaceholder: "Search channels",
  save: "Save the self-test",
  saved: "The self-test is saved.",
} as const;
