import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeOldToasts, closeToast, showToast, toasts } from "../../../web/ui/toast.ts";

const said = () => toasts().map(({ message }) => message);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of toasts()) closeToast(id);
  vi.useRealTimers();
});

describe("toasts", () => {
  it("go by themselves, but for a warning, which stays until it is read", () => {
    showToast("Shop is added.");
    vi.advanceTimersByTime(5999);
    expect(said()).toEqual(["Shop is added."]);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([]);
    showToast("Shop is added.", ["Nobody is alerted."]);
    vi.advanceTimersByTime(3_600_000);
    expect(said()).toEqual(["Shop is added."]);
  });

  it("follow a user whose action opens another page, and nobody who goes on from there", () => {
    showToast("Shop is added.");
    vi.advanceTimersByTime(999);
    closeOldToasts();
    expect(said()).toEqual(["Shop is added."]);
    vi.advanceTimersByTime(1);
    closeOldToasts();
    expect(said()).toEqual([]);
  });

  it("take each other's place", () => {
    showToast("Shop is added.");
    showToast("Ledger is added.");
    expect(said()).toEqual(["Ledger is added."]);
  });
});
