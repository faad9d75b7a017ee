import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const iso = (text: string) => new Date(text).toISOString();

interface MovedService {
  answers: Readonly<Record<string, unknown>>;
  header: string;
  scheme: string;
}

export const MOVED = {
  pagerduty: {
    header: "authorization",
    scheme: "Token token=",
    answers: {
      "schedules?limit=100&offset=0": { schedules: [{ id: "P1" }], more: true },
      "schedules?limit=100&offset=100": { schedules: [{ id: "P2" }], more: false },
      "schedules/P1": {
        schedule: {
          id: "P1",
          name: "Platform on call",
          time_zone: "Europe/Warsaw",
          schedule_layers: [
            {
              name: "Weekends",
              start: "2026-01-01T00:00:00Z",
              end: null,
              rotation_virtual_start: "2026-01-05T09:00:00+01:00",
              rotation_turn_length_seconds: 604_800,
              users: [{ user: { id: "UC" } }],
              restrictions: [
                {
                  type: "weekly_restriction",
                  start_day_of_week: 5,
                  start_time_of_day: "18:00:00",
                  duration_seconds: 62 * 3600,
                },
              ],
            },
            {
              name: "Old",
              start: "2020-01-01T00:00:00Z",
              end: "2021-01-01T00:00:00Z",
              rotation_virtual_start: "2020-01-01T00:00:00Z",
              rotation_turn_length_seconds: 86_400,
              users: [{ user: { id: "UA" } }],
            },
            {
              name: "Days",
              start: "2026-01-01T00:00:00Z",
              end: null,
              rotation_virtual_start: "2026-01-05T09:00:00+01:00",
              rotation_turn_length_seconds: 86_400,
              users: [{ user: { id: "UA" } }, { user: { id: "UB" } }, { user: { id: "UNKNOWN" } }],
              restrictions: [],
            },
          ],
        },
      },
      "schedules/P2": {
        schedule: {
          id: "P2",
          name: "Odd",
          time_zone: "UTC",
          schedule_layers: [
            {
              name: "Odd",
              start: "2026-01-01T00:00:00Z",
              end: null,
              rotation_virtual_start: "2026-01-01T00:00:00Z",
              rotation_turn_length_seconds: 5000,
              users: [{ user: { id: "UA" } }],
            },
          ],
        },
      },
      users: {
        users: [
          { id: "UA", email: "Ada@Example.com" },
          { id: "UB", email: "bo@example.com" },
          { id: "UC", email: "cy@example.com" },
        ],
        more: false,
      },
    },
  },
  opsgenie: {
    header: "authorization",
    scheme: "GenieKey ",
    answers: {
      "v2/schedules?expand=rotation": {
        data: [
          {
            id: "s",
            name: "Support",
            timezone: "America/New_York",
            enabled: true,
            rotations: [
              {
                name: "Everybody",
                startDate: "2026-01-05T14:00:00Z",
                type: "weekly",
                length: 2,
                participants: [
                  { type: "user", username: "ada@example.com" },
                  { type: "team", name: "Ops" },
                ],
              },
              {
                name: "Nights",
                startDate: "2026-01-05T14:00:00Z",
                type: "daily",
                length: 1,
                participants: [{ type: "user", username: "bo@example.com" }],
                timeRestriction: {
                  type: "time-of-day",
                  restriction: { startHour: 22, startMin: 0, endHour: 6, endMin: 30 },
                },
              },
              {
                name: "Weekend",
                startDate: "2026-01-05T14:00:00Z",
                type: "weekly",
                length: 1,
                participants: [{ type: "user", username: "cy@example.com" }],
                timeRestriction: {
                  type: "weekday-and-time-of-day",
                  restrictions: [
                    {
                      startDay: "saturday",
                      startHour: 8,
                      startMin: 0,
                      endDay: "sunday",
                      endHour: 20,
                      endMin: 0,
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    },
  },
  healthchecks: {
    header: "x-api-key",
    scheme: "",
    answers: {
      "checks/": {
        checks: [
          { name: "Backups", slug: "backups", tags: "prod db", grace: 600, timeout: 3600, status: "up" },
          {
            name: "Report",
            slug: "report",
            tags: "",
            grace: 900,
            schedule: "0 6 * * *",
            tz: "Europe/Warsaw",
            status: "paused",
          },
        ],
      },
    },
  },
  instatus: {
    header: "authorization",
    scheme: "Bearer ",
    answers: {
      "v2/pages": [{ id: "p", name: "Acme" }],
      "v2/p/components": [
        {
          id: "b",
          name: "Search",
          description: "Finds things",
          order: 2,
          group: { id: "g", name: "Product" },
        },
        { id: "a", name: "Login", order: 1, group: null },
      ],
      "v1/p/incidents": [
        {
          id: "i",
          name: "Search is slow",
          impact: "PARTIALOUTAGE",
          started: iso("2026-01-05T10:00:00Z"),
          resolved: iso("2026-01-05T11:00:00Z"),
          components: [{ id: "b" }],
          updates: [
            { message: "We look.", status: "INVESTIGATING", started: iso("2026-01-05T10:00:00Z") },
            { message: "It is fast again.", status: "RESOLVED", started: iso("2026-01-05T11:00:00Z") },
          ],
        },
      ],
      "v2/p/maintenances": [
        {
          id: "m",
          name: "Move",
          start: iso("2026-01-09T10:00:00Z"),
          duration: 45,
          components: [{ id: "a" }],
        },
        {
          id: "n",
          name: "Elsewhere",
          start: iso("2100-01-09T10:00:00Z"),
          duration: 45,
          components: [{ id: "gone" }],
        },
      ],
      "v2/p/subscribers": [
        { email: "in@example.com", confirmed: true, all: false, components: ["b"] },
        { email: "out@example.com", confirmed: false, all: true },
        { email: "elsewhere@example.com", confirmed: true, all: false, components: ["gone"] },
      ],
    },
  },
  cachet: {
    header: "authorization",
    scheme: "Bearer ",
    answers: {
      components: {
        data: [
          {
            id: "1",
            attributes: {
              name: "Gateway",
              order: 1,
              description: "All calls",
              status: { human: "Operational", value: 1 },
            },
            relationships: { group: { data: { type: "componentGroups", id: "5" } } },
          },
        ],
      },
      "component-groups": { data: [{ id: "5", attributes: { name: "Edge", order: 1 } }] },
      incidents: {
        data: [
          {
            id: "7",
            attributes: {
              name: "Gateway down",
              message: "Calls fail.",
              status: { human: "Fixed", value: 4 },
              occurred: { human: "long ago", string: "2026-02-01 10:00:00" },
            },
            relationships: {
              components: { data: [{ type: "components", id: "1" }] },
              updates: { data: [{ type: "updates", id: "9" }] },
            },
          },
        ],
        included: [
          {
            type: "updates",
            id: "9",
            attributes: {
              message: "Calls work again.",
              status: { human: "Fixed", value: 4 },
              created: { human: "long ago", string: "2026-02-01 11:00:00" },
            },
          },
        ],
      },
      schedules: {
        data: [{ id: "3", attributes: { name: "Soon", scheduled: { string: "2026-02-03 10:00:00" } } }],
      },
      subscribers: {
        data: [
          { id: "1", attributes: { email: "yes@example.com", verified: true } },
          { id: "2", attributes: { email: "no@example.com", verified: false } },
          { id: "3", attributes: { email: "part@example.com", verified: true, global: false } },
        ],
      },
    },
  },
  checkly: {
    header: "authorization",
    scheme: "Bearer ",
    answers: {
      checks: [
        {
          name: "Orders API",
          checkType: "API",
          frequency: 0,
          frequencyOffset: 20,
          degradedResponseTime: 3000,
          maxResponseTime: 20_000,
          tags: ["api"],
          locations: ["eu-west-1"],
          request: {
            method: "GET",
            url: "https://api.example.com/orders",
            headers: [{ key: "Accept", value: "application/json" }],
            queryParameters: [{ key: "limit", value: "1" }],
            assertions: [
              { source: "STATUS_CODE", comparison: "EQUALS", target: "200" },
              { source: "JSON_BODY", comparison: "EQUALS", target: "ok", property: "$.status" },
              { source: "JSON_SCHEMA", comparison: "EQUALS", target: "{}" },
            ],
          },
        },
        { name: "Login", checkType: "BROWSER", frequency: 10 },
        { name: "Front page", checkType: "URL", request: { url: "https://example.com" } },
        {
          name: "Old address",
          checkType: "URL",
          request: { url: "https://old.example.com", followRedirects: false },
        },
        {
          name: "Import job",
          checkType: "HEARTBEAT",
          heartbeat: { period: 2, periodUnit: "hours", grace: 30, graceUnit: "minutes" },
        },
      ],
    },
  },
} satisfies Record<string, MovedService>;

export const MOVED_KEY = "moving-key";

export async function startMoved({ answers, header, scheme }: MovedService) {
  let hasRefused = false;
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const send = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (request.headers[header] !== scheme + MOVED_KEY) return void send(401, { error: "no" });
    if (!hasRefused) {
      hasRefused = true;
      return void send(429, { error: "slow down" }, { "Retry-After": "0" });
    }
    const found = answers[`${pathname.slice(1)}${search}`] ?? answers[pathname.slice(1)];
    if (found === undefined) return void send(404, { error: "none" });
    send(200, found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
