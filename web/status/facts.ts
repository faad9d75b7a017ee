/** Doesn't wrap, so it ends no line. */
export const DOT = "\u00a0·\u00a0";
