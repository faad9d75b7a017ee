/** Its spaces don't break, so no line ends with it. */
export const DOT = "\u00a0·\u00a0";
