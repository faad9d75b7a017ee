type Fill = typeof import("./numbers.ts").fillNumbers;

let fill: Fill | undefined;

/** The numbers of a chart become elements when somebody opens them. */
export function startNumbers(): void {
  const open = async ({ target }: Event) => {
    if (!(target as Element).matches(".numbers")) return;
    fill ??= (await import("./numbers.ts")).fillNumbers;
    fill(target as Element);
  };
  // Of itself this event goes no further than its element.
  document.addEventListener("toggle", open, true);
}

/** Those that were opened are numbers in the page that takes its place too. */
export function keepOpened(shown: Element, wanted: Element): void {
  const next = wanted.querySelectorAll(".numbers");
  shown.querySelectorAll(".numbers").forEach((details, at) => {
    const other = next[at];
    if (other && details.querySelector("table")) fill?.(other);
  });
}
