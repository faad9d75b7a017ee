import type { Incident } from "../../../src/schema/incident.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { openAutoIncident } from "../../../src/service/incident/automatic.ts";
import { bindings, type Visitor } from "../client.ts";
import { apply, yamlOf } from "../config/client.ts";
import { addBeating, beat, place } from "./placed.ts";

const ROOT = "/api/v1/admin";

export interface Scene {
  admin: Visitor;
  shown: Monitor;
}

interface Deed {
  before?: (scene: Scene) => Promise<number>;
  act: (scene: Scene, id: number) => Promise<unknown>;
  isShown: (page: PublicPage, scene: Scene, id: number) => boolean;
  tells?: string;
}

let names = 0;
const fresh = (what: string) => `${what} ${++names}`;
const monitorOf = (page: PublicPage, { shown }: Scene) => page.monitors.find(({ id }) => id === shown.id);
const incidentOf = (page: PublicPage, id: number) => page.incidents.find((one) => one.id === id);

async function openIncident({ admin, shown }: Scene, more: object = {}): Promise<number> {
  const wanted = { status: "investigating", impact: "minor", monitorIds: [shown.id], body: "First." };
  const title = fresh("Outage");
  return (await admin.post<Incident>(`${ROOT}/incidents`, { title, ...wanted, ...more })).body.id;
}

async function planWindow({ admin, shown }: Scene, more: object = {}): Promise<number> {
  const times = { startsAt: Date.now() + 600_000, endsAt: Date.now() + 1_200_000 };
  const wanted = { name: fresh("Window"), ...times, monitorIds: [shown.id], ...more };
  return (await admin.post<{ id: number }>(`${ROOT}/maintenance`, wanted)).body.id;
}

const DAILY = "Every day";
const LATER = Math.floor(Date.now() / 60_000) * 60_000 + 900_000;
const planDaily = (scene: Scene) => planWindow(scene, { name: DAILY, recurrence: { every: "day" } });

async function decideNext({ admin }: Scene, id: number, deed: string, more: object = {}) {
  const { body } = await admin.get<{ startsAt: number }>(`${ROOT}/maintenance/${id}`);
  return await admin.post(`${ROOT}/maintenance/${id}/occurrences/${deed}`, {
    occurrenceAt: body.startsAt,
    ...more,
  });
}

const runningWindow = (scene: Scene) => planWindow(scene, { startsAt: Date.now() - 1000 });
const lastUpdate = async ({ admin }: Scene, id: number) =>
  (await admin.get<Incident>(`${ROOT}/incidents/${id}`)).body.updates[0]?.id;

export const TOLD: Readonly<Record<string, Deed>> = {
  "PATCH /monitors/:id": {
    act: ({ admin, shown }) => admin.patch(`${ROOT}/monitors/${shown.id}`, { name: "Renamed" }),
    isShown: (page, scene) => monitorOf(page, scene)?.name === "Renamed",
  },
  "DELETE /monitors/:id": {
    act: ({ admin, shown }) => admin.delete(`${ROOT}/monitors/${shown.id}`),
    isShown: (page, scene) => monitorOf(page, scene) === undefined,
  },
  "POST /monitors/bulk": {
    act: ({ admin, shown }) =>
      admin.post(`${ROOT}/monitors/bulk`, { ids: [shown.id], change: { paused: true } }),
    isShown: (page, scene) => monitorOf(page, scene)?.status === "paused",
  },
  "POST /monitors/:id/pause": {
    act: ({ admin, shown }) => admin.post(`${ROOT}/monitors/${shown.id}/pause`),
    isShown: (page, scene) => monitorOf(page, scene)?.status === "paused",
    tells: '"status":"paused"',
  },
  "POST /monitors/:id/resume": {
    before: async ({ admin, shown }) => (await admin.post(`${ROOT}/monitors/${shown.id}/pause`)).status,
    act: ({ admin, shown }) => admin.post(`${ROOT}/monitors/${shown.id}/resume`),
    isShown: (page, scene) => monitorOf(page, scene)?.status === "pending",
    tells: '"status":"pending"',
  },
  "PUT /monitors/:id/dependencies": {
    async before({ admin, shown }) {
      const cause = await addBeating(admin, fresh("Cause"), "down");
      await place(admin, [shown, cause]);
      await admin.put(`${ROOT}/monitors/${shown.id}/dependencies`, { dependsOnIds: [cause.id] });
      await beat(admin, shown, "down");
      return cause.id;
    },
    act: ({ admin, shown }) => admin.put(`${ROOT}/monitors/${shown.id}/dependencies`, { dependsOnIds: [] }),
    isShown: (page, scene) => monitorOf(page, scene)?.affectedBy.length === 0,
  },
  "POST /incidents": {
    act: (scene) => openIncident(scene, { title: "Told" }),
    isShown: (page) => page.incidents.some(({ title }) => title === "Told") && page.overall.incidents > 0,
    tells: "event: incident.created",
  },
  "PATCH /incidents/:id": {
    before: openIncident,
    act: ({ admin }, id) => admin.patch(`${ROOT}/incidents/${id}`, { impact: "critical" }),
    isShown: (page, _scene, id) => incidentOf(page, id)?.impact === "critical",
    tells: '"impact":"critical"',
  },
  "DELETE /incidents/:id": {
    before: openIncident,
    act: ({ admin }, id) => admin.delete(`${ROOT}/incidents/${id}`),
    isShown: (page, _scene, id) => incidentOf(page, id) === undefined,
  },
  "POST /incidents/:id/publish": {
    before: (scene) => openIncident(scene, { draft: true }),
    act: ({ admin }, id) => admin.post(`${ROOT}/incidents/${id}/publish`),
    isShown: (page, _scene, id) => incidentOf(page, id) !== undefined,
    tells: "event: incident.created",
  },
  "POST /incidents/:id/updates": {
    before: openIncident,
    act: ({ admin }, id) =>
      admin.post(`${ROOT}/incidents/${id}/updates`, { status: "resolved", body: "Over." }),
    isShown: (page, _scene, id) => incidentOf(page, id)?.status === "resolved",
    tells: '"body":"Over."',
  },
  "PATCH /incidents/:id/updates/:updateId": {
    before: openIncident,
    act: async (scene, id) =>
      scene.admin.patch(`${ROOT}/incidents/${id}/updates/${await lastUpdate(scene, id)}`, {
        body: "Better.",
      }),
    isShown: (page, _scene, id) => incidentOf(page, id)?.updates[0]?.body === "Better.",
    tells: '"body":"Better."',
  },
  "DELETE /incidents/:id/updates/:updateId": {
    before: openIncident,
    act: async (scene, id) =>
      scene.admin.delete(`${ROOT}/incidents/${id}/updates/${await lastUpdate(scene, id)}`),
    isShown: (page, _scene, id) => incidentOf(page, id)?.updates.length === 0,
    tells: "event: incident.updated",
  },
  "PUT /incidents/:id/post-mortem": {
    before: openIncident,
    act: ({ admin }, id) =>
      admin.put(`${ROOT}/incidents/${id}/post-mortem`, { body: "Known now.", publishedAt: Date.now() }),
    isShown: (page, _scene, id) => incidentOf(page, id)?.postMortem?.body === "Known now.",
    tells: '"body":"Known now."',
  },
  "DELETE /incidents/:id/post-mortem": {
    before: async (scene) => {
      const id = await openIncident(scene);
      const written = { body: "Known now.", publishedAt: Date.now() };
      await scene.admin.put(`${ROOT}/incidents/${id}/post-mortem`, written);
      return id;
    },
    act: ({ admin }, id) => admin.delete(`${ROOT}/incidents/${id}/post-mortem`),
    isShown: (page, _scene, id) => incidentOf(page, id) !== undefined && !incidentOf(page, id)?.postMortem,
    tells: "event: incident.updated",
  },
  "POST /maintenance": {
    act: (scene) => planWindow(scene, { name: "Planned" }),
    isShown: (page) => page.maintenances.some(({ name }) => name === "Planned"),
    tells: "event: maintenance.updated",
  },
  "PATCH /maintenance/:id": {
    before: planWindow,
    act: ({ admin }, id) => admin.patch(`${ROOT}/maintenance/${id}`, { name: "Later" }),
    isShown: (page) => page.maintenances.some(({ name }) => name === "Later"),
    tells: "event: maintenance.updated",
  },
  "DELETE /maintenance/:id": {
    before: runningWindow,
    act: ({ admin }, id) => admin.delete(`${ROOT}/maintenance/${id}`),
    isShown: (page, scene) => monitorOf(page, scene)?.underMaintenance === false,
    tells: "event: maintenance.updated",
  },
  "POST /maintenance/:id/end": {
    before: runningWindow,
    act: ({ admin }, id) => admin.post(`${ROOT}/maintenance/${id}/end`),
    isShown: (page, scene) => monitorOf(page, scene)?.underMaintenance === false,
    tells: "event: maintenance.updated",
  },
  "POST /maintenance/:id/occurrences/skip": {
    before: planDaily,
    act: async (scene, id) => await decideNext(scene, id, "skip"),
    isShown: (page) => page.maintenances.every(({ name }) => name !== DAILY),
    tells: "event: maintenance.updated",
  },
  "POST /maintenance/:id/occurrences/move": {
    before: planDaily,
    act: async (scene, id) =>
      await decideNext(scene, id, "move", { startsAt: LATER, endsAt: LATER + 60_000 }),
    isShown: (page) => page.maintenances.some(({ startsAt }) => Date.parse(startsAt) === LATER),
    tells: "event: maintenance.updated",
  },
  "POST /maintenance/:id/occurrences/restore": {
    before: async (scene) => {
      const id = await planDaily(scene);
      await decideNext(scene, id, "skip");
      return id;
    },
    act: async (scene, id) => await decideNext(scene, id, "restore"),
    isShown: (page) => page.maintenances.some(({ name }) => name === DAILY),
    tells: "event: maintenance.updated",
  },
  "POST /locales": {
    act: ({ admin }) => admin.post(`${ROOT}/locales`, { code: "de", name: "Deutsch" }),
    isShown: (page) => page.locales.some(({ code }) => code === "de"),
  },
  "PATCH /locales/:code": {
    act: ({ admin }) => admin.patch(`${ROOT}/locales/pl`, { translations: { "status.up": "Świeci" } }),
    isShown: (page) => page.texts["status.up"] === "Świeci",
  },
  "publishing a language": {
    before: async ({ admin }) =>
      (await admin.post(`${ROOT}/locales`, { code: "cs", name: "Čeština", published: false })).status,
    act: ({ admin }) => admin.patch(`${ROOT}/locales/cs`, { published: true }),
    isShown: (page) => page.locales.some(({ code }) => code === "cs"),
  },
  "POST /locales/:code/set-default": {
    act: ({ admin }) => admin.post(`${ROOT}/locales/pl/set-default`),
    isShown: (page) => page.locale === "pl",
  },
  "DELETE /locales/:code": {
    before: async ({ admin }) =>
      (await admin.post(`${ROOT}/locales`, { code: "fr", name: "Français" })).status,
    act: ({ admin }) => admin.delete(`${ROOT}/locales/fr`),
    isShown: (page) => !page.locales.some(({ code }) => code === "fr"),
  },
  "POST /import/history": {
    async act({ admin, shown }) {
      const monitorKeys = [shown.key];
      const updates = [{ at: Date.now() - 60_000, status: "investigating", body: "Looking." }];
      const incident = { externalId: "1", title: "Moved in", impact: "minor", monitorKeys };
      const incidents = [{ ...incident, startedAt: Date.now() - 60_000, updates }];
      return await admin.post(`${ROOT}/import/history`, {
        source: fresh("old").replace(" ", "-"),
        incidents,
      });
    },
    isShown: (page) => page.incidents.some(({ title }) => title === "Moved in"),
  },
  "POST /config/apply": {
    act: ({ admin, shown }) =>
      apply(
        admin,
        yamlOf([{ kind: "Monitor", key: shown.key, name: "From a file", type: "webhook", config: {} }]),
      ),
    isShown: (page, scene) => monitorOf(page, scene)?.name === "From a file",
  },
  "PUT /subscribers/settings": {
    act: ({ admin }) => admin.put(`${ROOT}/subscribers/settings`, { enabled: true, apiEnabled: true }),
    isShown: (page) => page.subscriptions.enabled,
  },
  "POST /hook/:token": {
    act: ({ admin, shown }) => beat(admin, shown, "down"),
    isShown: (page, scene) => {
      const { uptime, status } = monitorOf(page, scene) ?? {};
      const isTold = page.overall.status !== "operational" && status === "down";
      return isTold && (uptime?.percent ?? 100) < 100;
    },
    tells: '"status":"down"',
  },
  "POST /hook/:token/:signal": {
    async before({ admin, shown }) {
      await beat(admin, shown, "up");
      return 0;
    },
    act: ({ admin, shown }) => admin.post(`${new URL(shown.heartbeatUrl ?? "").pathname}/fail`),
    isShown: (page, scene) => monitorOf(page, scene)?.status === "down",
    tells: '"status":"down"',
  },
  "PUT /monitors/:id/status": {
    async before({ admin, shown }) {
      await admin.patch(`${ROOT}/monitors/${shown.id}`, { type: "manual", config: {} });
      return 0;
    },
    act: ({ admin, shown }) => admin.put(`${ROOT}/monitors/${shown.id}/status`, { status: "degraded" }),
    isShown: (page, scene) => monitorOf(page, scene)?.status === "degraded",
    tells: '"status":"degraded"',
  },
  "an automatic incident": {
    async before({ admin, shown }) {
      const wording = { title: "{{monitor}} is not available", body: "We look.", resolvedBody: "Over." };
      const locales = { pl: { title: "{{monitor}} nie działa" } };
      const template = { name: fresh("Template"), ...wording, impact: "major", isDefault: true, locales };
      await admin.post(`${ROOT}/incident-templates`, template);
      const wanted = { autoIncidentMinutes: 5, autoIncidentMode: "published" };
      return (await admin.patch(`${ROOT}/monitors/${shown.id}`, wanted)).status;
    },
    async act({ shown }) {
      const now = Date.now();
      const alert = { eventId: `${shown.id}:900`, downSince: now - 300_000, error: "refused", now };
      return await openAutoIncident(bindings, { monitorId: shown.id, ...alert });
    },
    isShown: (page) => page.incidents.some(({ title }) => title.includes("nie działa")),
    tells: "nie działa",
  },
};

/** spec.md excludes branding and layout from the stream. Changes of access end it. */
export const NOT_PUSHED: readonly string[] = [
  "PUT /layout",
  "POST /layout/move",
  "PATCH /branding",
  ...["logo", "logo/light", "logo/dark", "favicon"].flatMap((slot) => [
    `POST /branding/${slot}`,
    `DELETE /branding/${slot}`,
  ]),
  "PUT /status-page-access",
  // Restoring ends every session, including the one that the other actions use.
  "POST /backups/restore",
];

/** The page shows none of these. A monitor appears once placed, and a manual check counts like any other. */
export const NOT_SHOWN: readonly string[] = [
  "/users",
  // Other pages have their own streams.
  "/pages",
  "/api-tokens",
  "/oidc",
  "/sign-in",
  "/monitors/test",
  "/monitors/:id/check-now",
  "/monitors/:id/acknowledge",
  "/monitors/:id/snooze",
  "/monitors/:id/reset-token",
  "/monitors/:id/actions",
  "/incident-templates",
  "/layout/preview",
  "/notifications",
  "/actions",
  "/schedules",
  "/on-call",
  "/agents",
  "/vaults",
  "/config/validate",
  "/static-mirror",
];
export const SHOWS_NOTHING: readonly string[] = [
  "POST /monitors",
  "POST /monitors/:id/clone",
  "POST /subscribers/deliveries/:id/retry",
  "DELETE /subscribers/:id",
  "POST /backups",
  "PUT /backups/settings",
  "PUT /self-test",
  "DELETE /backups/:name",
];
