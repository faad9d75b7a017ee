/** The Clipboard API needs https or localhost. */
export async function copyText(value: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(value);
  const area = document.createElement("textarea");
  area.value = value;
  area.className = "visually-hidden";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
