export const text = {
  title: "Preview of the status page",
  theme: "Colours of the preview",
  themes: { light: "Light", dark: "Dark" },
  width: "Width of the preview",
  widths: { wide: "Wide", phone: "Phone" },
} as const;
