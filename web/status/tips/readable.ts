/** What is readable day by day or point by point. */
export const READABLE = ".bar,.plot";
