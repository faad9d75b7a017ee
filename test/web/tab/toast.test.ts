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
  it("close by themselves, except warnings, which stay until closed", () => {
    showToast("Shop is added.");
    vi.advanceTimersByTime(5999);
    expect(said()).toEqual(["Shop is added."]);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([]);
    showToast("Shop is added.", ["Nobody is alerted."]);
    vi.advanceTimersByTime(3_600_000);
    expect(said()).toEqual(["Shop is added."]);
  });

  it("survive the navigation their action causes, but not a later one", () => {
    showToast("Shop is added.");
    vi.advanceTimersByTime(999);
    closeOldToasts();
    expect(said()).toEqual(["Shop is added."]);
    vi.advanceTimersByTime(1);
    closeOldToasts();
    expect(said()).toEqual([]);
  });

  it("replace each other", () => {
    showToast("Shop is added.");
    showToast("Ledger is added.");
    expect(said()).toEqual(["Ledger is added."]);
  });
});
