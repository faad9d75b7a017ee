export const text = {
  label: "From a vault",
  hint: "Fills in the user and password or secret without showing them.",
  filled: (fields: readonly string[]) => `The secret fills in ${fields.join(" and ")}.`,
  none: "Enter manually",
  secret: (vault: string, secret: string) => `${vault}: ${secret}`,
  userField: "User field",
  passwordField: "Password or secret field",
  automatic: "Automatic",
} as const;
