import { setTimeout as wait } from "node:timers/promises";

type Readiness =
  | { state: "ready" }
  | { state: "not set up" }
  | { state: "missing"; problems: string[] }
  | { state: "silent"; last: string };

const PAUSE_MS = 1000;

export async function awaitReady(address: string, waitSecs: number): Promise<Readiness> {
  const deadline = performance.now() + waitSecs * 1000;
  let last = "nothing responds there yet";
  while (true) {
    const reply = await askOnce(`${address}/ready`);
    if (typeof reply !== "string") return reply;
    last = reply;
    if (performance.now() + PAUSE_MS > deadline) return { state: "silent", last };
    await wait(PAUSE_MS);
  }
}

async function askOnce(url: string): Promise<Readiness | string> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    const said = (await response.json()) as { status?: string; problems?: string[] };
    if (said.status === "ready") return { state: "ready" };
    if (said.status !== "not_ready") return `something else responds there, with ${response.status}`;
    const problems = (said.problems ?? []).filter((problem) => !problem.includes("is not set up yet"));
    return problems.length > 0 ? { state: "missing", problems } : { state: "not set up" };
  } catch (error) {
    return error instanceof SyntaxError ? "something else responds there" : "nothing responds there yet";
  }
}
