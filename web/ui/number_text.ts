/** Null while empty; an invalid number stays as typed, for the server to reject. */
export type NumberText = number | string | null;
