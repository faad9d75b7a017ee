import { loadTranslation } from "./text/translate.ts";

// Texts are constants to what says them: their translation has to be there before any of that is loaded.
void loadTranslation().then(() => import("./start.tsx"));
