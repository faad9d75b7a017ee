/** The public page, compiled by vite.status.config.ts, before it is: the build brings a declaration of its own. */
declare module "*/dist/status/render.js" {
  /** Addresses of the built files that the static copy needs. */
  export const COPY_FILES: readonly string[];
  export const renderSignIn: import("../../web/status/view.ts").RenderSignIn;
  export const renderSubscribe: import("../../web/status/view.ts").RenderSubscribe;
  export const renderDocument: import("../../web/status/view.ts").RenderDocument;
}
