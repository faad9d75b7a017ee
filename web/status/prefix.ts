const page = globalThis as {
  document?: { documentElement: { dataset: Readonly<Record<string, string | undefined>> } };
};

/** Path prefix of a page below another address. Empty on the server, which renders it itself. */
export const PREFIX = page.document?.documentElement.dataset["prefix"] ?? "";
