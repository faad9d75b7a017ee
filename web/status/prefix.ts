/** What the paths of a page below another address begin with. Nothing on the server, which draws them itself. */
export const PREFIX: string = import.meta.env.SSR
  ? ""
  : (document.documentElement.dataset["prefix"] ?? "");
