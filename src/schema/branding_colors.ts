export const BRANDING_COLORS = {
  backgroundColor: { variable: "--svc-bg", standard: "#faf8ff" },
  cardBackground: { variable: "--svc-card-bg", standard: "#f2f3ff" },
  elevatedBackground: { variable: "--svc-elevated-bg", standard: "#e2e7ff" },
  chartBackground: { variable: "--svc-chart-bg", standard: "#f2f3ff" },
  cardBorderColor: { variable: "--svc-card-border", standard: "#c6c6cd" },
  chartGridColor: { variable: "--svc-chart-grid", standard: "#c6c6cd" },
  textColor: { variable: "--svc-text", standard: "#131b2e" },
  textMutedColor: { variable: "--svc-text-muted", standard: "#505f76" },
  statusUpColor: { variable: "--svc-up", standard: "#22c55e" },
  statusDownColor: { variable: "--svc-down", standard: "#ba1a1a" },
  statusDegradedColor: { variable: "--svc-degraded", standard: "#eab308" },
  statusPartialColor: { variable: "--svc-partial", standard: "#f97316" },
  primaryColor: { variable: "--svc-primary", standard: "#000000" },
  accentColor: { variable: "--svc-accent", standard: "#497cff" },
} as const;
export type BrandingColor = keyof typeof BRANDING_COLORS;
export const COLOR_NAMES = Object.keys(BRANDING_COLORS) as BrandingColor[];

export const DARK_COLORS: Readonly<Record<BrandingColor, string>> = {
  backgroundColor: "#0c101d",
  cardBackground: "#141a2b",
  elevatedBackground: "#232c45",
  chartBackground: "#141a2b",
  cardBorderColor: "#333d58",
  chartGridColor: "#333d58",
  textColor: "#e9edf9",
  textMutedColor: "#9fabc6",
  primaryColor: "#c9d6ff",
  accentColor: "#86a8ff",
  statusUpColor: "#35d07f",
  statusDownColor: "#ff6f66",
  statusDegradedColor: "#f3c44b",
  statusPartialColor: "#fb9346",
};
