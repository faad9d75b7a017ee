import { type TokenFields, tokenEnd } from "../../src/domain/agent/token.ts";
import type { AgentArrival, AgentProcess } from "../../src/objects/agent.ts";
import { type AgentResults, CLOSE, PING, PING_EVERY_MS, PONG } from "../../src/schema/agent_message.ts";

/** A process that sent nothing for this long is cut off, whatever its socket says. */
const STALE_MS = 3 * PING_EVERY_MS;
const MOST_PROCESSES = 5;
const LONGEST = 200;

interface Attachment extends AgentProcess {
  publicKey: string;
  tokenHash: string;
  tokenUntil: number | null;
}

export interface Connection extends Attachment {
  socket: WebSocket;
  seenAt: number;
}

/** Each process's facts are kept with its socket, so they survive hibernation. */
export class Connections {
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  accept(arrival: AgentArrival, now: number): { socket: WebSocket; response: Response } {
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.acceptWebSocket(server);
    server.serializeAttachment({
      version: arrival.version.slice(0, LONGEST),
      host: arrival.host.slice(0, LONGEST),
      address: arrival.address.slice(0, LONGEST),
      publicKey: arrival.publicKey,
      tokenHash: arrival.tokenHash,
      tokenUntil: null,
      connectedAt: now,
      lacks: arrival.lacks,
      lastHour: null,
      roundTripMs: null,
    } satisfies Attachment);
    const crowd = this.list(now).slice(MOST_PROCESSES);
    for (const { socket } of crowd) socket.close(CLOSE.refused, "Too many processes use this token.");
    return { socket: server, response: new Response(null, { status: 101, webSocket: client }) };
  }

  note(socket: WebSocket, { roundTripMs, lastHour }: Pick<AgentResults, "roundTripMs" | "lastHour">): void {
    const known = socket.deserializeAttachment() as Attachment | null;
    if (!known) return;
    socket.serializeAttachment({
      ...known,
      roundTripMs: roundTripMs ?? known.roundTripMs,
      lastHour: lastHour ?? known.lastHour,
    } satisfies Attachment);
  }

  list(now: number): Connection[] {
    const open: Connection[] = [];
    for (const socket of this.#ctx.getWebSockets()) {
      const known = socket.deserializeAttachment() as Attachment | null;
      if (!known || socket.readyState !== WebSocket.READY_STATE_OPEN) continue;
      const seenAt = Math.max(known.connectedAt, this.#pingedAt(socket));
      const isStale = Math.abs(now - seenAt) > STALE_MS;
      if (isStale) socket.close(CLOSE.stale, "The agent sent nothing for too long.");
      else if (known.tokenUntil !== null && known.tokenUntil <= now)
        socket.close(CLOSE.refused, "This token has ended.");
      else open.push({ ...known, socket, seenAt });
    }
    return open.sort((a, b) => b.connectedAt - a.connectedAt);
  }

  /** Also counts a process that is no longer connected. */
  seenAt(): number | null {
    const times = this.#ctx.getWebSockets().map((socket) => {
      const known = socket.deserializeAttachment() as Attachment | null;
      return Math.max(known?.connectedAt ?? 0, this.#pingedAt(socket));
    });
    return times.length > 0 ? Math.max(...times) : null;
  }

  /** Tokens only ever end sooner, so a row read before the last change prolongs none. */
  limitTokens(row: TokenFields): void {
    for (const socket of this.#ctx.getWebSockets()) {
      const known = socket.deserializeAttachment() as Attachment | null;
      if (!known) continue;
      const until = Math.min(known.tokenUntil ?? Infinity, tokenEnd(row, known.tokenHash));
      const tokenUntil = Number.isFinite(until) ? until : null;
      if (tokenUntil !== known.tokenUntil) socket.serializeAttachment({ ...known, tokenUntil });
    }
  }

  closeAll(): void {
    for (const socket of this.#ctx.getWebSockets()) socket.close(CLOSE.gone, "The agent was deleted.");
  }

  #pingedAt(socket: WebSocket): number {
    return this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
  }
}
