export const LOCATIONS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;
export type Location = (typeof LOCATIONS)[number];

export const HOME = "home";

export const PLACES = [HOME, ...LOCATIONS] as const;
export type Place = (typeof PLACES)[number];
