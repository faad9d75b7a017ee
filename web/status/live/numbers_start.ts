type Fill = typeof import("./numbers.ts").fillNumbers;

let fill: Fill | undefined;

export function startNumbers(): void {
  const open = async ({ target }: Event) => {
    if (!(target as Element).matches(".numbers")) return;
    fill ??= (await import("./numbers.ts")).fillNumbers;
    fill(target as Element);
  };
  // `toggle` doesn't bubble, so it is captured.
  document.addEventListener("toggle", open, true);
}

export function keepOpened(shown: Element, wanted: Element): void {
  const next = wanted.querySelectorAll(".numbers");
  shown.querySelectorAll(".numbers").forEach((details, at) => {
    const other = next[at];
    if (other && details.querySelector("table")) fill?.(other);
  });
}
