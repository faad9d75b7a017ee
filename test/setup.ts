import { beginWithEmptyStorage } from "./fresh_state.ts";

await beginWithEmptyStorage("default");
