/** Only until vite.status.config.ts has run: the build brings its own declaration. */
declare module "*/dist/status/render.js" {
  export const COPY_FILES: readonly string[];
  export const inlineStyle: (html: string) => string;
  export const renderSignIn: import("../../web/status/view.ts").RenderSignIn;
  export const renderSubscribe: import("../../web/status/view.ts").RenderSubscribe;
  export const renderDocument: import("../../web/status/view.ts").RenderDocument;
}
