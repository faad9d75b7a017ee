export const text = {
  label: "From a vault",
  hint: "Fills the user and the password or secret each time, and nobody sees what is in it.",
  filled: (fields: readonly string[]) =>
    `The secret fills ${fields.join(" and ")}: nothing has to be typed there, so it is not shown.`,
  none: "Typed here",
  secret: (vault: string, secret: string) => `${vault}: ${secret}`,
  userField: "Field of the user",
  passwordField: "Field of the password or secret",
  automatic: "By its name",
} as const;
