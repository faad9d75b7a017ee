const page = globalThis as {
  document?: { documentElement: { dataset: Readonly<Record<string, string | undefined>> } };
};

/** What the paths of a page below another address begin with. Nothing on the server, which draws them itself. */
export const PREFIX = page.document?.documentElement.dataset["prefix"] ?? "";
