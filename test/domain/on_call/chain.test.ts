import { describe, expect, it } from "vitest";
import { type Chain, limitChainWait } from "../../../src/domain/on_call/chain.ts";
import { message } from "../../notify/messages.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const chain: Chain = {
  id: "1",
  monitorId: 1,
  monitorName: "Shop",
  kind: "alert",
  eventId: "e1",
  message: message(),
  decidedAt: NOW + 60 * MINUTE,
  startsAt: NOW + 55 * MINUTE,
  position: 1,
  lookAt: NOW + 70 * MINUTE,
  notified: [],
  heldBack: null,
  waiting: [
    {
      at: NOW + 65 * MINUTE,
      recipient: { userId: 1, email: "ada@example.com", via: "email" },
      suffix: "1:1",
      step: 0,
    },
  ],
};

describe("the steps of an on-call channel after the clock is set back", () => {
  it("keep the rest of their wait, and are checked now", () => {
    expect(limitChainWait(chain, NOW)).toEqual({
      ...chain,
      decidedAt: NOW,
      startsAt: NOW - 5 * MINUTE,
      waiting: [{ ...chain.waiting?.[0], at: NOW + 5 * MINUTE }],
      lookAt: NOW,
    });
  });

  it("don't change within two minutes, or while the clock runs on", () => {
    for (const now of [NOW + 58 * MINUTE, NOW + 90 * MINUTE]) expect(limitChainWait(chain, now)).toBe(chain);
  });
});
