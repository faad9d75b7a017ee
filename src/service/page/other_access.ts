import { guard, type Statement } from "../../data/db.ts";
import { ACCESS, isMirrorOff, isMirrorOn, PASSWORD } from "../../data/mirror.ts";
import { deleteSetting, findSettingVersion, saveSetting } from "../../data/setting.ts";
import { COPY_IS_PUBLIC } from "../../domain/mirror/state.ts";
import { settingOf } from "../../domain/page/site.ts";
import { changedSecret } from "../../domain/system/audit_changes.ts";
import { randomBytes, toHex } from "../../lib/bytes.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import {
  type OtherPageAccess,
  type OtherPageAccessChange,
  pageAccess,
  pagePassword,
} from "../../schema/page_access.ts";
import type { PageMode } from "../../schema/page_mode.ts";
import { gateOf } from "../access/gate.ts";
import { endStreams } from "../announce/live.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { entityNameOn } from "../record/setting.ts";
import { edit } from "../record/version.ts";

const PASSWORD_MASK = "••••••••";

export function modeOf(access: unknown, password: unknown): PageMode {
  if (!pageAccess.parse(access ?? {}).private) return "public";
  return password ? "password" : "users";
}

async function load({ db, page }: Context) {
  const name = settingOf(ACCESS, page.id);
  const { value, version } = await findSettingVersion(db, name, name);
  const { value: password } = await findSettingVersion(db, settingOf(PASSWORD, page.id), name);
  return { value, version, password, mode: modeOf(value, password) };
}

export async function getOtherAccess(context: Context): Promise<OtherPageAccess> {
  const { mode, password, version } = await load(context);
  return { mode, password: password ? PASSWORD_MASK : null, version };
}

/** Another password has another stamp, which ends the previous cookies and streams. */
export async function updateOtherAccess(
  context: Context,
  { mode, password, version }: OtherPageAccessChange,
): Promise<OtherPageAccess> {
  const { db, page } = context;
  const given = password === PASSWORD_MASK ? undefined : (password ?? undefined);
  if (mode !== "public" && (await isMirrorOn(db, page.id))) throw new AppError("conflict", COPY_IS_PUBLIC);
  const hash = mode === "password" && given !== undefined ? await gateOf(context).hashPassword(given) : null;
  const name = settingOf(ACCESS, page.id);
  const isChanged = await edit(context, {
    object: name,
    version,
    load: async () => await load(context),
    decide: async (before) => {
      const kept = before.password ? pagePassword.parse(before.password) : null;
      if (mode === "password" && hash === null && !kept)
        throw invalidField("password", "Choose a password for the page.");
      const stored = hash === null ? kept : { hash, stamp: toHex(randomBytes(8)) };
      const after = mode === "password" ? stored : null;
      const changes = {
        ...(before.mode === mode ? {} : { mode: [before.mode, mode] as const }),
        ...(hash === null ? {} : changedSecret("password")),
      };
      if (Object.keys(changes).length === 0) return [];
      return writeAccess(context, { value: before.value, password: after }, { mode, changes });
    },
  });
  if (isChanged) {
    await pageChanged(context.env, page);
    endStreams(context);
  }
  return await getOtherAccess(context);
}

type Access = { value: unknown; password: unknown };

function writeAccess(
  context: Context,
  { value, password }: Access,
  { mode, changes }: { mode: PageMode; changes: Parameters<typeof recordUpdate>[1]["changes"] },
): Statement[] {
  const { db, page, now } = context;
  const name = settingOf(ACCESS, page.id);
  return [
    ...(mode === "public" ? [] : [guard(isMirrorOff(page.id))]),
    saveSetting(db, name, { ...(value as object | null), private: mode !== "public" }, now),
    password
      ? saveSetting(db, settingOf(PASSWORD, page.id), password, now)
      : deleteSetting(db, settingOf(PASSWORD, page.id)),
    ...recordUpdate(context, {
      object: name,
      changes,
      entityType: "status_page_access",
      entityName: entityNameOn(page, "Status page access"),
    }),
  ];
}

export function decideMode(context: Context, before: Access, mode: PageMode): Statement[] {
  const changes = { mode: [modeOf(before.value, before.password), mode] as const };
  const password = mode === "password" ? before.password : null;
  return writeAccess(context, { value: before.value, password }, { mode, changes });
}
