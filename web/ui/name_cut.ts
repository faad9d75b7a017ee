const BY_US = "data-cut";

export function nameCut({ target }: Event): void {
  if (!(target instanceof HTMLElement) || (target.title && !target.hasAttribute(BY_US))) return;
  const isCut = target.scrollWidth > target.clientWidth && getComputedStyle(target).overflowX !== "visible";
  target.title = isCut ? target.innerText : "";
  target.toggleAttribute(BY_US, isCut);
}
