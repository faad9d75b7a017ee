/** Each colour: its variable in CSS and what it is until somebody chooses. */
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
