export const text = {
  title: "Other languages",
  of: (what: string, language: string) => `${what} in ${language}`,
  lead: "Empty fields fall back to the main text.",
  hint: "Leave empty to use the main text.",
} as const;
