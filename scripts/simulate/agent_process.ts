import { type AgentKeys, makeAgentKeys, openForAgent } from "../../src/lib/agent_seal.ts";
import type { AgentArrival } from "../../src/objects/agent.ts";
import { agentAttempts, attempts, PING, PONG } from "../../src/schema/agent_message.ts";
import type { Host } from "./host.ts";
import type { Agent } from "./scenario_agents.ts";
import type { ClientSocket } from "./sockets.ts";
import type { Span } from "./spans.ts";
import type { Targets } from "./targets.ts";

const NOT_MADE = {
  status: "down",
  responseMs: null,
  message: "The check could not be made.",
  steps: [],
  isOwnFault: true,
};
const PING_MS = 15_000;
const PONG_MS = 10_000;

interface World {
  host: Host;
  targets: Targets;
  tokenHash: string;
  connect: (request: Request) => Promise<ClientSocket>;
}

/** Shares only the messages with the product, like an agent written by somebody else. */
export class AgentProcess {
  readonly #world: World;
  readonly #agent: Agent;
  readonly #reported: string[] = [];
  #keys: AgentKeys | null = null;
  #socket: ClientSocket | null = null;
  #isRunning = false;
  #pongs = 0;
  readonly connected: Span[] = [];

  constructor(world: World, agent: Agent) {
    this.#world = world;
    this.#agent = agent;
    const { time } = world.host;
    time.after(0, () => this.#start());
    for (const { from, to } of agent.absences) {
      time.after(from - time.now(), () => this.#stop());
      time.after(to - time.now(), () => this.#start());
    }
  }

  #start(): void {
    this.#isRunning = true;
    void this.#connect();
  }

  #stop(): void {
    this.#isRunning = false;
    this.#disconnect();
  }

  #disconnect(): void {
    const last = this.connected.at(-1);
    if (last && last.to === Infinity) last.to = this.#world.host.time.now();
    this.#socket?.close();
    this.#socket = null;
  }

  async #connect(): Promise<void> {
    const { host, connect } = this.#world;
    this.#keys ??= await makeAgentKeys();
    const { key, awayAfterSecs } = this.#agent;
    const arrival: AgentArrival = {
      key,
      awayAfterSecs,
      publicKey: this.#keys.publicKey,
      tokenHash: this.#world.tokenHash,
      version: "1.0.0",
      host: key,
      address: "192.0.2.7",
      lacks: [],
    };
    const headers = { Upgrade: "websocket", "Uptide-Arrival": encodeURIComponent(JSON.stringify(arrival)) };
    try {
      const socket = await connect(new Request("https://status.test/", { headers }));
      if (!this.#isRunning) return socket.close();
      host.trace(`agent ${key} is connected`);
      this.#serve(socket);
    } catch {
      this.#comeBack();
    }
  }

  #comeBack(): void {
    const { time, random } = this.#world.host;
    time.after(random.whole(100, 9000), () => {
      if (this.#isRunning && this.#socket === null) void this.#connect();
    });
  }

  #serve(socket: ClientSocket): void {
    const { host } = this.#world;
    this.#socket = socket;
    this.connected.push({ from: host.time.now(), to: Infinity });
    const lose = () => {
      if (this.#socket !== socket) return;
      this.#disconnect();
      this.#comeBack();
    };
    socket.on("message", ({ data = "" }) => {
      if (data === PONG) this.#pongs += 1;
      else void this.#take(socket, data);
    });
    socket.on("close", lose);
    this.#ping(socket, lose);
  }

  #ping(socket: ClientSocket, lose: () => void): void {
    const { time, faults } = this.#world.host;
    if (this.#socket !== socket) return;
    if (faults.comes("agent_cut", this.#agent.key)) socket.isCut = true;
    const before = this.#pongs;
    socket.send(PING);
    time.after(PONG_MS, () => {
      if (this.#pongs === before) lose();
    });
    time.after(PING_MS, () => this.#ping(socket, lose));
  }

  async #take(socket: ClientSocket, data: string): Promise<void> {
    if (!this.#keys) return;
    const { sealed } = agentAttempts.parse(JSON.parse(data));
    const given = attempts.parse(JSON.parse(await openForAgent(sealed, this.#keys)));
    for (const { id, config } of given) void this.#report(socket, id, new URL(String(config["url"])).host);
  }

  async #report(socket: ClientSocket, id: string, target: string): Promise<void> {
    const { host, targets } = this.#world;
    const { faults, time } = host;
    const key = target.replace(/\.test$/, "");
    const answer = await targets.check({ key }).catch(() => NOT_MADE);
    const report = () => {
      if (this.#socket === socket) socket.send(resultsOf([{ id, answer }]));
    };
    const lateMs = faults.comes("agent_late", key) ? faults.size("agent_late", 1000, 60_000) : 0;
    time.after(lateMs, report);
    if (faults.comes("agent_twice", key)) time.after(lateMs + faults.size("agent_twice", 1, 30_000), report);
    if (faults.comes("agent_hostile", key)) this.#lie(socket, answer);
    this.#reported.push(id);
  }

  #lie(socket: ClientSocket, answer: object): void {
    const { random } = this.#world.host;
    const lie = { ...answer, status: "down", isOwnFault: false, message: "A lie." };
    const id = random.pick(["never given", ...this.#reported.slice(-20)]);
    const lies = resultsOf([{ id, answer: lie }]);
    socket.send(random.pick([lies, "nothing to read", JSON.stringify({ kind: "attempts" })]));
  }
}

function resultsOf(results: readonly object[]): string {
  return JSON.stringify({ kind: "results", roundTripMs: 3, lastHour: { checks: 1, notMade: 0 }, results });
}
