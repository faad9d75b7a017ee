export const text = {
  title: "Other languages",
  of: (what: string, language: string) => `${what} in ${language}`,
  lead: "What stays empty is read in the main wording.",
  hint: "Empty: visitors read the main wording.",
} as const;
