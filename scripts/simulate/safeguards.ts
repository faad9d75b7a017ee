// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.
export interface Safeguard {
  name: string;
  file: string;
  code: string;
  without: string;
}

/** `--without` takes one out, to show that the simulation notices. */
export const SAFEGUARDS: readonly Safeguard[] = [
  {
    name: "claim",
    file: "src/data/outgoing.ts",
    code: "AND due_at <= ${now} AND ${isUnclaimed(now)}\n      AND attempt_count",
    without: "AND due_at <= ${now} AND attempt_count",
  },
  {
    name: "claim-left",
    file: "src/service/outgoing/attempt.ts",
    code: "claimedUntil !== null && claimedUntil >= sentBy",
    without: "claimedUntil !== null",
  },
  {
    name: "claim-spent",
    file: "src/service/outgoing/attempt.ts",
    code: "if (claimedUntil !== null && Date.now() + sendingMs > claimedUntil)\n",
    without: "if (false)\n",
  },
  {
    name: "own-end",
    file: "src/data/outgoing.ts",
    code: "AND (${table}.claimed_until = own.value ->> 'claimedUntil' OR own.value ->> 'status' = ${sentStatus})",
    without: "",
  },
  {
    name: "event-once",
    file: "durable/alerts/alerts.ts",
    code: "if (!this.#store.hasEvent(event.id)) this.#take(channel, event, now);",
    without: "this.#take(channel, event, now);",
  },
  {
    name: "row-once",
    file: "src/data/delivery.ts",
    code: "NOT EXISTS (\n    SELECT 1 FROM deliveries WHERE channel_id = ${channelId} AND event_id = value ->> 'eventId')",
    without: "true",
  },
  {
    name: "sent-stays",
    file: "src/data/delivery.ts",
    code: "WHERE ${ofEvents(channelId, eventIds)} AND status = 'pending' AND attempt_count = 0\n    ${returningDue",
    without: "WHERE ${ofEvents(channelId, eventIds)}\n    ${returningDue",
  },
  {
    name: "own-turn",
    file: "src/service/watch/record.ts",
    code: "[guardEpoch(epoch), guardTurn(watch, turn)]",
    without: "[guardEpoch(epoch)]",
  },
  {
    name: "taken-first",
    file: "durable/outbox.ts",
    code: "await this.#deps.hand(rows.map(({ item }) => item));\n    this.#outbox.remove(rows.map(({ id }) => id));",
    without:
      "this.#outbox.remove(rows.map(({ id }) => id));\n    await this.#deps.hand(rows.map(({ item }) => item));",
  },
  {
    name: "next-alarm",
    file: "durable/watch/watch.ts",
    code: "void drain.run();\n    await this.#arm();\n    orLog",
    without: "void drain.run();\n    orLog",
  },
  {
    name: "lost-alarm",
    file: "durable/watch/watch.ts",
    code: "if (isLost) await alarm.set(Date.now());",
    without: "",
  },
  {
    name: "offered-again",
    file: "src/service/system/housekeeping.ts",
    code: "isDue: hasUntakenEvents, run: offerUntakenEvents",
    without: "run: async () => undefined",
  },
  {
    name: "sweep",
    file: "src/service/system/housekeeping.ts",
    code: '...sweeping("deliveries"), run: sweepDeliveries',
    without: "run: async () => undefined",
  },
  {
    name: "earlier-first",
    file: "src/service/alert/offer.ts",
    code: "withEarlierUntaken(db, given),",
    without: "given,",
  },
  {
    name: "hidden-end",
    file: "durable/alerts/chain_keeper.ts",
    code: "if (event.isUnderMaintenance) this.#store.saveChain({ ...known, isOver: true, lookAt: null });\n      else ",
    without: "",
  },
  {
    name: "escalation-waits",
    file: "src/service/alert/delivery_send.ts",
    code: "&& !waiting.has(eventId)",
    without: "",
  },
  {
    name: "looked-once",
    file: "durable/alerts/chain_keeper.ts",
    code: "if (!stored || stored.lookAt === null || stored.lookAt > now) continue;\n      const chain = limitChainWait(stored, now);",
    without:
      "const chain = stored && limitChainWait(stored, now);\n      if (!chain || chain.lookAt === null || chain.lookAt > now) continue;",
  },
  {
    name: "fanout-held",
    file: "src/data/fanout.ts",
    code: "AND (${isUnclaimed(now)} OR claimed_until = ${held})",
    without: "",
  },
  {
    name: "reminded-once",
    file: "durable/alerts/outage_keeper.ts",
    code: "if (!known || known.lookAt === null || known.lookAt > now) continue;",
    without: "if (!known) continue;",
  },
  {
    name: "acknowledged-open",
    file: "src/data/acknowledgement.ts",
    code: "SELECT 1 FROM monitor_status WHERE monitor_id = ${monitorId} AND confirmed IN ('down', 'degraded'))",
    without: "SELECT 1)",
  },
  {
    name: "agent-held",
    file: "durable/watch/agent_checks.ts",
    code: "steps: [], isOwnFault: true, isHeld: true",
    without: "steps: [], isOwnFault: false",
  },
  {
    name: "agent-back",
    file: "durable/agent/presence.ts",
    code: "before?.isAnnounced ?",
    without: "before ?",
  },
  {
    name: "agent-news",
    file: "durable/agent/agent.ts",
    code: "if (isTaken) this.#presence.dropNews(news.length);",
    without: "this.#presence.dropNews(news.length);",
  },
  {
    name: "own-page",
    file: "src/domain/subscriber/scope.ts",
    code: "return scope.pages[pageId] ?? null;",
    without: "return Object.values(scope.pages)[0] ?? null;",
  },
  {
    name: "page-named",
    file: "src/data/public_incident.ts",
    code: "AND ${names(incidents.pageIds, pageId)}",
    without: "",
  },
  {
    name: "page-placed",
    file: "src/service/page/incident.ts",
    code: "[...named].filter((id) => placed.has(id)),",
    without: "[...named],",
  },
  {
    name: "restore-epoch",
    file: "src/data/restore_epoch.ts",
    code: "return guard(isEpoch(epoch));",
    without: "return guard(sql`true`);",
  },
  {
    name: "restore-ended",
    file: "src/data/restore_finish.ts",
    code: "      UPDATE restore_deliveries SET status = 'cancelled', reason = ${ENDED}, held_until = NULL, claimed_until = NULL\n      WHERE status = 'pending'",
    without: "      UPDATE restore_deliveries SET status = status WHERE false",
  },
  {
    name: "restore-forgets",
    file: "durable/watch/plan_keeper.ts",
    code: "if (epoch !== this.#parts.store.epoch()) await this.#forget(epoch);",
    without: "",
  },
  {
    name: "restore-rules",
    file: "durable/alerts/alerts.ts",
    code: "if (known < channel.epoch) this.#forgetAll();",
    without: "",
  },
  {
    name: "copy-order",
    file: "src/domain/mirror/plan.ts",
    code: "return [...groups].sort(([a], [b]) => a - b)",
    without: "return [...groups].sort(([a], [b]) => b - a)",
  },
  {
    name: "copy-unknown",
    file: "durable/mirror/store.ts",
    code: "DO UPDATE SET hash = ''",
    without: "DO NOTHING",
  },
  {
    name: "copy-emptied",
    file: "durable/mirror/removal.ts",
    code: "store.removeLeft(place, path);",
    without: "for (const other of store.listLeft(place, 5)) store.removeLeft(place, other);",
  },
  {
    name: "copy-waits",
    file: "durable/mirror/mirror.ts",
    code: "await this.#requests.over(REQUEST_MS);",
    without: "",
  },
  {
    name: "copy-left",
    file: "durable/mirror/mirror.ts",
    code: "if (before && (isElsewhere || !settings.enabled)) this",
    without: "if (before && !settings.enabled) this",
  },
  {
    name: "copy-revived",
    file: "durable/mirror/mirror.ts",
    code: "if (isLate || this.#store.state.open) await this.#ringNow();",
    without: "",
  },
  {
    name: "copy-tidied",
    file: "src/domain/mirror/plan.ts",
    code: ".sort((a, b) => rankOf(b.path) - rankOf(a.path))",
    without: "",
  },
  {
    name: "regions-agree",
    file: "src/domain/monitor/place_vote.ts",
    code: "if (agreeing.length < needed) continue;",
    without: "if (agreeing.length < 1) continue;",
  },
  {
    name: "regions-silent",
    file: "durable/watch/place_judgement.ts",
    code: 'if (kind === "unasked") return',
    without: "if (false) return",
  },
  {
    name: "clock-followed",
    file: "durable/watch/due_checks.ts",
    code: "if (ahead.length === 0) return false;",
    without: "return false;",
  },
  {
    name: "quiet-followed",
    file: "durable/alerts/alerts.ts",
    code: "if (!before || isEqual(before.alertPolicy.quietHours, channel.alertPolicy.quietHours)) return;",
    without: "return;",
  },
  {
    name: "notice-again",
    file: "src/service/system/housekeeping.ts",
    code: '"changes for channels": { isDue: hasUntakenNotices, run: offerUntakenNotices },',
    without: "",
  },
  {
    name: "paused-result",
    file: "durable/watch/tick_writer.ts",
    code: "if (monitor && !monitor.plan.isPaused && ",
    without: "if (monitor && ",
  },
  {
    name: "mark-new",
    file: "src/data/watch.ts",
    code: "sql`abs(random() % 1000000000000)`",
    without: "sql`1`",
  },
  {
    name: "change-again",
    file: "src/service/system/housekeeping.ts",
    code: '"changes for watches": { isDue: () => ARE_STALE, run: announceToWatches },',
    without: "",
  },
  {
    name: "outage-watched",
    file: "src/domain/alert/outage.ts",
    code: "if (!facts.isWatched) return stopOutage(outage, facts, now);",
    without: "",
  },
  {
    name: "pause-held",
    file: "src/data/monitor_bulk.ts",
    code: "...(paused.length > 0 ? suppressHeldOf(listOf(paused)) : []),",
    without: "",
  },
  {
    name: "pause-remembered",
    file: "src/domain/alert/outage.ts",
    code: "outage: isDeleted ? null : stopped",
    without: "outage: null",
  },
  {
    name: "chain-watched",
    file: "src/domain/on_call/chain_hold.ts",
    code: "if (current && !current.isWatched)\n",
    without: "if (false)\n",
  },
];

export function takeOut({ file, code, without }: Safeguard, url: string, source: string): string | null {
  if (!url.endsWith(`/${file}`)) return null;
  if (!source.includes(code)) throw new Error(`${file} no longer has the safeguard: ${code}`);
  return source.replace(code, () => without);
}
