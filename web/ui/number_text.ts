/** A whole number; null while it is empty. What is no number is kept as it was typed, for the server to refuse. */
export type NumberText = number | string | null;
