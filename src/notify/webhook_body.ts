import type { AlertMessage } from "../domain/alert/message.ts";
import { linkOf, summaryOf, titleOf } from "../domain/alert/text.ts";

export function defaultBody(message: AlertMessage): string {
  const { id, kind, at, status, previousStatus, error, monitors, isDigest, downSince } = message;
  const { certificate, action, acknowledgement, acknowledgeUrl, site } = message;
  return JSON.stringify({
    id,
    event: kind,
    occurredAt: isoOf(at),
    title: titleOf(message),
    summary: summaryOf(message),
    status,
    previousStatus,
    error,
    digest: isDigest,
    monitors: monitors.map(({ id, key, name, type, status, error, url }) => ({
      id,
      key,
      name,
      type,
      status,
      error,
      url,
    })),
    downSince: downSince === null ? null : isoOf(downSince),
    durationSecs: downSince === null ? null : Math.max(0, Math.floor((at - downSince) / 1000)),
    certificate: certificate && {
      host: certificate.host,
      expiresAt: isoOf(certificate.expiresAt),
      daysLeft: certificate.daysLeft,
      renewed: certificate.isRenewed,
    },
    action: action && { name: action.name, error: action.error },
    ...(acknowledgement && {
      acknowledgement: {
        by: acknowledgement.by,
        note: acknowledgement.note,
        until: acknowledgement.untilMs === null ? null : isoOf(acknowledgement.untilMs),
        over: acknowledgement.isOver,
      },
    }),
    ...(acknowledgeUrl !== undefined && { acknowledgeUrl }),
    site: { name: site.name, url: site.url },
    link: linkOf(message),
  });
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
