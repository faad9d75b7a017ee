export const text = {
  kind: "Kind",
  use: (what: string) => `Use: ${what}`,
  item: (at: number) => `No. ${at}`,
  addItem: (what: string) => `Add: ${what}`,
  removeItem: (what: string, at: number) => `${what}: remove no. ${at}`,
  vault: {
    label: "From a vault",
    hint: "Fills the user and the password from a secret, which nobody sees.",
    none: "Typed here",
    secret: (vault: string, secret: string) => `${vault}: ${secret}`,
  },
} as const;
