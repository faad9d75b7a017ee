import { z } from "zod";
import {
  backup,
  backupOverview,
  backupSettingsChange,
  backupSettingsResponse,
  newBackup,
  restoreForm,
  restoreRequest,
  restoreState,
} from "../../../schema/backup.ts";
import {
  createBackup,
  getBackupOverview,
  listBackups,
  openBackup,
  removeBackup,
} from "../../../service/backup/backup.ts";
import { getBackupSettings, updateBackupSettings } from "../../../service/backup/settings.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";
import { takeRestore } from "./restore.ts";

const ROOT = "/api/v1/admin/backups";
const area = "backups";
const UNCONFIRMED = "The current password is wrong, or `reauth` is true: sign in again with single sign-on.";
const BUSY = "A backup or restore is running.";

export const backupRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List backups, newest first",
    response: { status: 200, schema: z.array(backup) },
    handle: async ({ context }) => await listBackups(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Create a backup",
    description:
      "Backs up all stored data except raw results, encrypted. Setting a passphrase requires the current password or a single sign-on within the last ten minutes. Responds when the backup is complete. After 20 seconds it responds with 202 and the backup continues: check the list for its status.",
    body: newBackup,
    response: {
      status: 201,
      schema: backup,
      accepted: "The backup continues: check the list for its status.",
    },
    refuses: { 403: UNCONFIRMED, 409: BUSY, 503: "The backup failed." },
    handle: async ({ context, body }) => {
      const made = await createBackup(context, body);
      return response(made, made.state === "done" ? 201 : 202);
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/status`,
    area,
    summary: "Get the status of the last backup and restore",
    response: { status: 200, schema: backupOverview },
    handle: async ({ context }) => await getBackupOverview(context),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/settings`,
    area,
    summary: "Get the backup schedule",
    response: { status: 200, schema: backupSettingsResponse },
    handle: async ({ context }) => await getBackupSettings(context),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/settings`,
    area,
    summary: "Update the backup schedule",
    description:
      "Omitted fields stay unchanged. Scheduled backups are encrypted with SECRET_KEY. Above the number to keep, the oldest is deleted after a new one is complete.",
    body: backupSettingsChange,
    response: { status: 200, schema: backupSettingsResponse },
    refuses: { 409: "The settings were changed in the meantime." },
    handle: async ({ context, body }) => await updateBackupSettings(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/restore`,
    area,
    summary: "Restore a stored or uploaded backup",
    description:
      "All or nothing: the whole file is checked before anything changes. Requires the current password or a single sign-on within the last ten minutes. Ends every session. A backup of an earlier version is upgraded to this one. Responds when everything is restored, or with 202 after 20 seconds while the restore continues.",
    shownBodies: { "application/json": restoreRequest, "multipart/form-data": restoreForm },
    response: { status: 200, schema: restoreState, accepted: "The restore continues." },
    refuses: {
      400: "The passphrase is wrong, or the file is damaged or not a backup.",
      403: UNCONFIRMED,
      404: "The backup was not found.",
      409: `The backup is newer than this version. ${BUSY}`,
    },
    handle: async (call) => {
      const restored = await takeRestore(call);
      return response(restored, restored.state === "done" ? 200 : 202);
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:name/download`,
    area,
    summary: "Download an encrypted backup",
    response: { status: 200, type: "application/octet-stream", description: "The file." },
    refuses: { 404: "The backup was not found." },
    handle: async ({ context, params }) => {
      const name = params["name"] ?? "";
      const { body, size } = await openBackup(context, name);
      return new Response(body, {
        headers: {
          "Content-Type": "application/octet-stream",
          "Content-Length": String(size),
          "Content-Disposition": `attachment; filename="${name}"`,
          "Cache-Control": "no-store",
        },
      });
    },
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:name`,
    area,
    summary: "Delete a backup",
    response: { status: 204 },
    refuses: { 404: "The backup was not found.", 409: "The backup is in use." },
    handle: async ({ context, params }) => await removeBackup(context, params["name"] ?? ""),
  }),
];

function response(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
