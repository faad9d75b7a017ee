/** Must match the rounded corners in css/bar.css. */
export const DAY = 8.2;
export const STEP = 10;
