/** Of a day, and of a day with the gap after it; the sheet rounds the corners of the same days (css/bar.css). */
export const DAY = 8.2;
export const STEP = 10;
