import { batch, createSignal } from "solid-js";
import { onResponse } from "./api.ts";
import { isResponding } from "./health.ts";
import { retryDelayMs } from "./retry.ts";

const TIMEOUT_MS = 30_000;

const [lostSince, setLostSince] = createSignal<number | null>(null);
const [isAway, setIsAway] = createSignal(false);
const [fault, setFault] = createSignal<string | null>(null);
const [returns, setReturns] = createSignal(0);

export { fault, isAway, lostSince, returns };

let awayTimer: ReturnType<typeof setTimeout> | undefined;
let asking: Promise<void> | undefined;
let wake: () => void = () => {};

onResponse((hasResponse, fault) => {
  if (hasResponse) setFault(fault);
  if (hasResponse) markFound();
  else void untilResponse();
});

window.addEventListener("online", () => wake());

export function untilResponse(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

export function askNow(): void {
  wake();
}

async function ask(): Promise<void> {
  for (let tries = 0; !(await isResponding()); tries++) {
    markLost();
    await pause(retryDelayMs(tries, Math.random()));
  }
  markFound();
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function markLost(): void {
  if (lostSince() !== null) return;
  setLostSince(Date.now());
  awayTimer = setTimeout(() => setIsAway(true), TIMEOUT_MS);
}

function markFound(): void {
  if (lostSince() === null) return;
  clearTimeout(awayTimer);
  batch(() => {
    setLostSince(null);
    setIsAway(false);
    setReturns((count) => count + 1);
  });
  wake();
}
