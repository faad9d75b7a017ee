/** The regions of the platform that an object can be asked to stand in. */
export const LOCATIONS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;
export type Location = (typeof LOCATIONS)[number];

/** Where a monitor's watch is, which checks first. */
export const HOME = "home";

export const PLACES = [HOME, ...LOCATIONS] as const;
export type Place = (typeof PLACES)[number];
