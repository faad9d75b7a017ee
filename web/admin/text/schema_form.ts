export const text = {
  kind: "Kind",
  use: (what: string) => `Use: ${what}`,
  item: (at: number) => `#${at}`,
  addItem: (what: string) => `Add: ${what}`,
  removeItem: (what: string, at: number) => `${what}: remove #${at}`,
  name: "Name",
  fromVault: (what: string) => `${what}: from a vault`,
  takeFromVault: "Add from vault",
  removeTaken: (name: string) => `Remove ${name}`,
} as const;
