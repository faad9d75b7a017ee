import { findAcknowledgement, findOpenAlert, lacksAcknowledgement } from "../../data/acknowledgement.ts";
import { guard, isGuardBreach, openDb } from "../../data/db.ts";
import { findDelivery, isLinkUnused, useLinks } from "../../data/delivery.ts";
import { findUser } from "../../data/user.ts";
import type { AlertMessage } from "../../domain/alert/message.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { getRow } from "../monitor/monitor_edit.ts";
import { saveAcknowledgement } from "./acknowledgement.ts";

const SEALED_AS = "acknowledge";

export async function makeAcknowledgePath(
  env: Env,
  { message, deliveryId }: { message: AlertMessage; deliveryId: number | null },
): Promise<string | null> {
  const isOpen = (message.kind === "alert" || message.kind === "reminder") && !message.isDigest;
  if (deliveryId === null || !isOpen) return null;
  return `/a/${await (await secretBoxOf(env)).seal(String(deliveryId), SEALED_AS)}`;
}

export type LinkState =
  | { state: "open" | "used" | "over"; monitorName: string }
  | { state: "taken"; monitorName: string; by: string };

export async function findLinkState(context: Context, token: string): Promise<LinkState> {
  return (await readLink(context, token)).shown;
}

export async function acknowledgeByLink(context: Context, token: string): Promise<LinkState> {
  const { shown, alert, delivery, user } = await readLink(context, token);
  if (shown.state !== "open" || !alert || !user) return shown;
  const monitor = await getRow(context, alert.monitorId);
  try {
    await saveAcknowledgement(
      context,
      { monitor, alert, by: user, note: "", untilMs: null },
      {
        before: null,
        more: [
          guard(isLinkUnused(delivery.id)),
          guard(lacksAcknowledgement(alert.monitorId)),
          useLinks({ monitorId: alert.monitorId, userId: user.id, downSince: alert.downSince }, context.now),
        ],
      },
    );
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    return (await readLink(context, token)).shown;
  }
  return { state: "taken", monitorName: monitor.name, by: user.email };
}

async function readLink(context: Context, token: string) {
  const db = openDb(context.env.DB);
  const id = Number(await (await secretBoxOf(context.env)).open(token, SEALED_AS));
  const delivery = id > 0 ? await findDelivery(db, id) : null;
  const { recipient, monitorId, monitorName } = delivery ?? {};
  if (!delivery || !recipient || !("userId" in recipient) || !monitorId) throw notFound("link");
  const [user, open, taken] = await Promise.all([
    findUser(db, recipient.userId),
    findOpenAlert(db, monitorId),
    findAcknowledgement(db, monitorId),
  ]);
  if (!user) throw new AppError("not_found", "The user of this link was deleted.");
  const alert = open?.downSince === delivery.message.downSince ? open : null;
  const named = { monitorName: monitorName ?? "" };
  const shown: LinkState = !alert
    ? { state: "over", ...named }
    : taken
      ? { state: "taken", by: taken.byName, ...named }
      : { state: delivery.acknowledgedAt === null ? "open" : "used", ...named };
  return { shown, alert, delivery, user };
}
