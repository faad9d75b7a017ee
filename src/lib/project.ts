export const PROJECT_URL = "https://github.com/uptide/uptide";

export function docsUrlOf(page: string): string {
  return `${PROJECT_URL}/blob/main/docs/${page}`;
}
