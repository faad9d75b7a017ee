export const text = {
  title: "Status page preview",
  theme: "Preview theme",
  themes: { light: "Light", dark: "Dark" },
  width: "Preview width",
  widths: { wide: "Wide", phone: "Phone" },
} as const;
