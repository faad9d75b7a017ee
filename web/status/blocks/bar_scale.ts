export const DAY = 8.2;
export const STEP = 10;
