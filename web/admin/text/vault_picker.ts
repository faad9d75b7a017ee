export const text = {
  label: "From a vault",
  hint: "Fills in the user and the password or secret each time; nobody sees the values.",
  filled: (fields: readonly string[]) =>
    `The secret fills in ${fields.join(" and ")}: you don't type it, so it is not shown.`,
  none: "Typed here",
  secret: (vault: string, secret: string) => `${vault}: ${secret}`,
  userField: "Field of the user",
  passwordField: "Field of the password or secret",
  automatic: "By its name",
} as const;
