export const text = {
  kind: "Kind",
  use: (what: string) => `Use: ${what}`,
  item: (at: number) => `No. ${at}`,
  addItem: (what: string) => `Add: ${what}`,
  removeItem: (what: string, at: number) => `${what}: remove no. ${at}`,
} as const;
