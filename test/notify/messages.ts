import fc from "fast-check";
import type { AlertedMonitor, AlertMessage } from "../../src/domain/alert/message.ts";

export const AT = Date.UTC(2026, 2, 1, 12, 5, 0);

export function monitor(more: Partial<AlertedMonitor> = {}): AlertedMonitor {
  return {
    id: 7,
    key: "api",
    name: "API",
    type: "https",
    status: "down",
    error: "The server refused the connection.",
    url: "https://api.example.com/health",
    ...more,
  };
}

export function message(more: Partial<AlertMessage> = {}): AlertMessage {
  return {
    id: "7:12",
    kind: "alert",
    at: AT,
    status: "down",
    previousStatus: "up",
    error: "The server refused the connection.",
    monitors: [monitor()],
    isDigest: false,
    downSince: AT - 125 * 60_000,
    certificate: null,
    action: null,
    site: { name: "Acme Status", url: "https://status.example.com" },
    ...more,
  };
}

const certificate = {
  host: "api.example.com",
  expiresAt: AT + 3 * 86_400_000,
  daysLeft: 3,
  isRenewed: false,
};
const second = monitor({
  id: 8,
  key: "web",
  name: "Web",
  status: "degraded",
  error: "Responded in 4100 ms.",
});

export const MESSAGES = {
  alert: message(),
  degraded: message({ status: "degraded", monitors: [monitor({ status: "degraded" })] }),
  recovery: message({
    kind: "recovery",
    status: "up",
    previousStatus: "down",
    error: "",
    monitors: [monitor({ status: "up", error: "" })],
  }),
  expiring: message({ kind: "certificate", status: "degraded", downSince: null, certificate }),
  expired: message({
    kind: "certificate",
    downSince: null,
    certificate: { ...certificate, expiresAt: AT - 3600_000, daysLeft: -1 },
  }),
  renewed: message({
    kind: "certificate",
    status: "up",
    downSince: null,
    certificate: { ...certificate, daysLeft: 89, isRenewed: true },
  }),
  actionFailed: message({
    kind: "action_failed",
    downSince: null,
    action: { name: "Restart", error: "deploy.example.com returned 500." },
  }),
  ownTrouble: message({
    kind: "own_trouble",
    error: "Many checks are failing together.",
    monitors: [],
    downSince: null,
  }),
  ownTroubleOver: message({
    kind: "own_trouble",
    status: "up",
    previousStatus: "down",
    error: "It lasted 5 min.",
    monitors: [],
  }),
  agentAway: message({
    kind: "agent_away",
    error: "Agent Office has been away since 2026-07-29 10:00 UTC.",
    agent: { key: "office", name: "Office", awaySince: Date.UTC(2026, 6, 29, 10) },
    monitors: [],
    downSince: null,
  }),
  agentBack: message({
    kind: "agent_back",
    status: "up",
    previousStatus: "down",
    error: "It was away for 5 min.",
    agent: { key: "office", name: "Office" },
    monitors: [],
  }),
  test: message({
    kind: "test",
    status: "up",
    error: "",
    monitors: [],
    downSince: null,
    site: { name: "Acme Status", url: null },
  }),
  reminder: message({ kind: "reminder", previousStatus: "down" }),
  reminderDigest: message({ kind: "reminder", isDigest: true, monitors: [monitor(), second] }),
  acknowledged: message({
    kind: "acknowledged",
    previousStatus: "down",
    acknowledgement: {
      by: "ann@example.com",
      note: "The disk is full: I make room.",
      untilMs: AT + 3_600_000,
      isOver: false,
    },
  }),
  unacknowledged: message({
    kind: "acknowledged",
    previousStatus: "down",
    acknowledgement: { by: "ann@example.com", note: "", untilMs: null, isOver: true },
  }),
  digest: message({ isDigest: true, monitors: [monitor(), second] }),
  recoveryDigest: message({
    kind: "recovery",
    status: "up",
    isDigest: true,
    monitors: [monitor({ status: "up", error: "" }), { ...second, status: "up", error: "" }],
  }),
} as const satisfies Record<string, AlertMessage>;

/** Text that breaks JSON, HTML, Markdown and headers, including lone surrogates. */
const nasty = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(
      ...[
        "<",
        ">",
        "&",
        '"',
        "'",
        "\\",
        "|",
        "*",
        "_",
        "`",
        "@",
        "#",
        "{{",
        "}}",
        "status",
        "</b>",
        "<!here>",
      ],
      ...["\n", "\r", "\t", "\u0000", "\u2028", "\ud83d", "\udca5", "💥", "ż", "a", " ", "😀😀😀😀😀😀😀😀"],
    ),
    maxLength,
    size: "max",
  });

const anyMonitor = fc.record({
  id: fc.integer({ min: 1, max: 9999 }),
  key: fc.constantFrom("api", "web-2"),
  name: nasty(200),
  type: fc.constantFrom("https", "dns"),
  status: fc.constantFrom("up" as const, "degraded" as const, "down" as const),
  error: nasty(3000),
  url: fc.constantFrom("", "https://a_b.example.com/x_y?z=*1*"),
});

export const anyMessage: fc.Arbitrary<AlertMessage> = fc
  .record({
    base: fc.constantFrom(...Object.values(MESSAGES)),
    monitors: fc.array(anyMonitor, { minLength: 1, maxLength: 60 }),
    error: nasty(5000),
    site: fc.record({
      name: nasty(300),
      url: fc.constantFrom(null, "https://status.example.com/", "https://b.example/a&b"),
    }),
    names: nasty(300),
  })
  .map(({ base, monitors, error, site, names }) => ({
    ...base,
    error,
    site,
    monitors: base.kind === "test" ? [] : base.isDigest ? monitors : monitors.slice(0, 1),
    action: base.action && { name: names, error },
    acknowledgement:
      base.acknowledgement != null ? { ...base.acknowledgement, by: names, note: error } : null,
    certificate: base.certificate && { ...base.certificate, host: names },
  }));
