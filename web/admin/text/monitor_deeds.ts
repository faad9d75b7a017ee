export const text = {
  paused: (name: string) => `${name} paused.`,
  resumed: (name: string) => `${name} resumed.`,
  checked: (status: string, took: string) => `Checked: ${status.toLowerCase()}${took}.`,
} as const;
