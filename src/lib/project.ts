/** Where the project is kept, for what leads out of an instance. */
export const PROJECT_URL = "https://github.com/uptide/uptide";

/** A page of the documentation, such as `monitors.md#https`. */
export function docsUrlOf(page: string): string {
  return `${PROJECT_URL}/blob/main/docs/${page}`;
}
