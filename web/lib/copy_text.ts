/** The Clipboard API needs https or localhost, and permission. */
export async function copyText(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    copySelected(value);
  }
}

function copySelected(value: string): void {
  const area = document.createElement("textarea");
  area.value = value;
  area.className = "visually-hidden";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("the browser doesn't allow copying");
}
