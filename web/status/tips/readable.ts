export const READABLE = ".bar,.plot";
