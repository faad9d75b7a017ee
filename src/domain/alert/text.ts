import { cutText } from "../../lib/cut.ts";
import { formatDuration } from "../../lib/duration.ts";
import { plural } from "../../lib/plural.ts";
import { formatTime } from "../../lib/zoned_time.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import { describeAwayAlert } from "../agent/away.ts";
import type { AlertedMonitor, AlertKind, AlertMessage } from "./message.ts";

export interface Fact {
  label: string;
  value: string;
}

const MOST_OF_NAME = 90;

const STATUS_WORDS = { up: "up", degraded: "degraded", down: "down", pending: "not checked yet" } as const;

export function titleOf(message: AlertMessage): string {
  const { kind, action, isDigest } = message;
  if (kind === "test") return `Test message from ${siteNameOf(message)}`;
  if (kind === "action_failed" && isDigest) return `Actions for ${nameOf(message)} failed`;
  if (kind === "action_failed") return oneLine(`Action ${shortName(action?.name ?? "")} failed`);
  if (kind === "certificate") return certificateTitle(message);
  if (kind === "acknowledged") return acknowledgedTitle(message);
  if (kind === "own_trouble") return ownTroubleTitle(message);
  if (isOfAgent(kind)) return agentTitle(message);
  if (kind === "reminder" && durationOf(message) !== "" && !isDigest)
    return `${subjectOf(message)} ${predicateOf(message)} after ${durationOf(message)}`;
  return `${subjectOf(message)} ${predicateOf(message)}`;
}

export function summaryOf(message: AlertMessage, timeZone?: string): string {
  const { kind, certificate, action, monitors, isDigest } = message;
  if (kind === "test") return "This is a test. The channel works and no monitor is failing.";
  if (isDigest) return errorOf(message);
  if (kind === "action_failed") {
    const of = monitors.length > 0 ? ` for ${subjectOf(message)}` : "";
    return tidy(`The last attempt${of} failed${action?.error ? `: ${action.error}` : "."}`);
  }
  if (kind === "certificate" && certificate) {
    const until = formatTime(certificate.expiresAt, timeZone);
    if (certificate.isRenewed) return `New certificate valid until ${until}.`;
    return certificate.daysLeft < 0 ? `Expired on ${until}.` : `Renew it before ${until}.`;
  }
  if (kind === "recovery") {
    const duration = durationOf(message);
    return duration === "" ? "Back to normal." : `Was failing for ${duration}.`;
  }
  if (kind === "acknowledged") return acknowledgedSummary(message, timeZone);
  return errorOf(message, timeZone) || "Checks are failing.";
}

export function factsOf(message: AlertMessage, timeZone?: string): Fact[] {
  const { kind, monitors, isDigest, status, previousStatus, downSince, certificate, action } = message;
  const [monitor] = monitors;
  const facts: Fact[] = [];
  const add = (label: string, value: string) => {
    const line = oneLine(value);
    if (line !== "") facts.push({ label, value: line });
  };
  if (isOfStatus(kind)) {
    const isChange = !isDigest && (kind === "alert" || kind === "recovery");
    const before = isChange ? `, was ${STATUS_WORDS[previousStatus]}` : "";
    add("Status", `${STATUS_WORDS[status]}${before}`);
    add("Failing since", kind !== "recovery" && downSince !== null ? formatTime(downSince, timeZone) : "");
    add(kind === "recovery" ? "Failed for" : "For", durationOf(message));
  }
  if (message.acknowledgement && !message.acknowledgement.isOver) {
    const { by, untilMs } = message.acknowledgement;
    add("Acknowledged by", by);
    add("Until", untilMs === null ? "" : formatTime(untilMs, timeZone));
  }
  const { onCall } = message;
  if (onCall && onCall.scheduleName !== "")
    add("On call", `${onCall.scheduleName}, step ${onCall.step} of ${onCall.steps}`);
  if (certificate) {
    add("Certificate for", certificate.host);
    add("Valid until", formatTime(certificate.expiresAt, timeZone));
    add("Days left", String(certificate.daysLeft));
  }
  if (kind === "action_failed") add("Action", action?.name ?? "");
  if (monitor && !isDigest) {
    if (kind === "action_failed") add("Monitor", monitor.name);
    add("Address", monitor.url);
    add("Type", monitor.type);
  }
  if (isDigest) add("Monitors", String(monitors.length));
  return facts;
}

export function linkOf({ site, monitors, isDigest, agent }: AlertMessage): string | null {
  const [monitor] = monitors;
  if (site.url !== null && agent) return `${site.url.replace(/\/+$/, "")}/admin/agents`;
  if (site.url === null || !monitor) return null;
  const list = `${site.url.replace(/\/+$/, "")}/admin/monitors`;
  return isDigest ? list : `${list}/${monitor.id}`;
}

export function siteNameOf({ site }: AlertMessage): string {
  return shortName(site.name);
}

export function footOf(message: AlertMessage, timeZone?: string): string {
  return `${siteNameOf(message)} · ${formatTime(message.at, timeZone)}`;
}

export function placeholderValuesOf(message: AlertMessage): Record<string, string> {
  const { kind, status, previousStatus, at, certificate, action, monitors, isDigest, site } = message;
  const [monitor] = monitors;
  const isTest = kind === "test" && !monitor;
  return {
    monitor_name: isTest ? "Test message" : nameOf(message),
    monitor_list: isTest ? "Test message" : oneLine(monitors.map(({ name }) => name).join(", ")),
    affected_count: String(isTest ? 1 : monitors.length),
    status,
    error_message: errorOf(message),
    monitor_type: isTest ? "test" : isDigest ? "group" : (monitor?.type ?? ""),
    monitor_key: isTest ? "test" : monitors.map(({ key }) => key).join(","),
    monitor_id: isDigest ? "" : String(monitor?.id ?? ""),
    previous_status: previousStatus,
    checked_at: new Date(at).toISOString(),
    event_type: kind,
    event_id: message.id,
    event_action: actionOf(message),
    event_group: isOfStatus(kind) ? "status" : isOfAgent(kind) ? "agent" : kind,
    severity: SEVERITIES[toneOf(message)],
    color: TONE_COLORS[toneOf(message)],
    duration: durationOf(message),
    url: oneLine(
      monitors
        .map(({ url }) => url)
        .filter(Boolean)
        .join(", "),
    ),
    cert_host: oneLine(certificate?.host ?? ""),
    cert_expires_at: certificate ? new Date(certificate.expiresAt).toISOString() : "",
    cert_days_left: certificate ? String(certificate.daysLeft) : "",
    action_name: oneLine(action?.name ?? ""),
    acknowledged_by: oneLine(isTaken(message) ? (message.acknowledgement?.by ?? "") : ""),
    acknowledgement_note: oneLine(message.acknowledgement?.note ?? ""),
    title: titleOf(message),
    summary: summaryOf(message),
    link: linkOf(message) ?? "",
    site_name: oneLine(site.name),
  };
}

const SEVERITIES = { bad: "critical", warning: "warning", good: "info", info: "info" } as const;

function isOfStatus(kind: AlertKind): boolean {
  return kind === "alert" || kind === "recovery" || kind === "reminder" || kind === "acknowledged";
}

function isOfAgent(kind: AlertKind): boolean {
  return kind === "agent_away" || kind === "agent_back";
}

function isTaken({ acknowledgement }: AlertMessage): boolean {
  return acknowledgement?.isOver === false;
}

function actionOf(message: AlertMessage): string {
  if (isResolved(message)) return "resolve";
  return isTaken(message) ? "acknowledge" : "trigger";
}

function isResolved({ kind, certificate, status }: AlertMessage): boolean {
  if (kind === "own_trouble" || isOfAgent(kind)) return status === "up";
  return kind === "recovery" || (kind === "certificate" && certificate?.isRenewed === true);
}

function nameOf({ isDigest, monitors }: AlertMessage): string {
  return isDigest ? `${monitors.length} monitors` : oneLine(monitors[0]?.name ?? "");
}

function subjectOf(message: AlertMessage): string {
  return shortName(nameOf(message)) || "A monitor";
}

function acknowledgedTitle(message: AlertMessage): string {
  const by = shortName(message.acknowledgement?.by ?? "");
  const words = isTaken(message) ? " acknowledged by" : ": acknowledgement undone by";
  return `${cutText(subjectOf(message), 50)}${words} ${cutText(by, 50)}`;
}

function acknowledgedSummary({ acknowledgement }: AlertMessage, timeZone?: string): string {
  if (!acknowledgement || acknowledgement.isOver) return "Acknowledgement undone. Reminders continue.";
  const { note, untilMs } = acknowledgement;
  const until = untilMs === null ? "it recovers" : formatTime(untilMs, timeZone);
  return `${note === "" ? "" : `${tidy(note)}\n`}No more reminders until ${until}.`;
}

function predicateOf({ kind, isDigest, status, monitors }: AlertMessage): string {
  const verb = `${isDigest ? "are" : "is"}${kind === "reminder" ? " still" : ""}`;
  if (kind === "recovery") return `${verb} up again`;
  if (new Set(monitors.map((monitor) => monitor.status)).size > 1) return `${verb} down or degraded`;
  return `${verb} ${STATUS_WORDS[status]}`;
}

function ownTroubleTitle({ status }: AlertMessage): string {
  return status === "up" ? "Monitoring is back to normal" : "Monitoring is impaired";
}

function agentTitle({ kind, agent }: AlertMessage): string {
  const name = shortName(agent?.name ?? "");
  return kind === "agent_back" ? `Agent ${name} is back` : `Agent ${name} is away`;
}

function certificateTitle({ certificate, isDigest, monitors }: AlertMessage): string {
  if (!certificate || isDigest) return `Certificates for ${monitors.length} monitors`;
  const { daysLeft, isRenewed } = certificate;
  const host = shortName(certificate.host);
  if (isRenewed) return `Certificate for ${host} was renewed`;
  if (daysLeft < 0) return `Certificate for ${host} has expired`;
  if (daysLeft === 0) return `Certificate for ${host} expires within a day`;
  return `Certificate for ${host} expires in ${plural(daysLeft, "day")}`;
}

function errorOf(message: AlertMessage, timeZone?: string): string {
  const { kind, error, action, agent, isDigest, monitors } = message;
  if (kind === "test") return "This is a test. Nothing is wrong.";
  if (kind === "action_failed") return tidy(action?.error ?? error);
  if (kind === "agent_away" && timeZone !== undefined && agent?.awaySince !== undefined)
    return tidy(describeAwayAlert(agent.name, agent.awaySince, timeZone));
  return isDigest ? monitors.map(lineOf).join("\n") : tidy(error || (monitors[0]?.error ?? ""));
}

function shortName(name: string): string {
  return cutText(oneLine(name), MOST_OF_NAME);
}

function lineOf({ name, status, error }: AlertedMonitor): string {
  return oneLine(`${name}: ${error || STATUS_WORDS[status]}`);
}

function durationOf({ downSince, at }: AlertMessage): string {
  return downSince === null || at - downSince < 1000 ? "" : formatDuration(at - downSince);
}

/** Control characters and lone surrogates in names and errors would break the message around them. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .trim();
}

function oneLine(text: string): string {
  return tidy(text).replace(/\s+/g, " ");
}

type Tone = "bad" | "warning" | "good" | "info";

export const TONE_COLORS = { bad: "#ba1a1a", warning: "#eab308", good: "#22c55e", info: "#497cff" } as const;

const TONES = { down: "bad", degraded: "warning", up: "good" } as const satisfies Record<CheckStatus, Tone>;

export function toneOf({ kind, status, certificate, acknowledgement }: AlertMessage): Tone {
  if (kind === "test" || (kind === "acknowledged" && acknowledgement?.isOver === false)) return "info";
  if (kind === "recovery" || kind === "agent_back") return "good";
  if (kind === "agent_away") return "warning";
  if (kind === "action_failed") return "bad";
  if (kind === "own_trouble") return status === "up" ? "good" : "warning";
  if (kind === "alert" || !certificate) return TONES[status];
  if (certificate.isRenewed) return "good";
  return certificate.daysLeft < 0 ? "bad" : "warning";
}
