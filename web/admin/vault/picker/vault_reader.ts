import { createContext } from "solid-js";

/** The agent that will read a chosen secret; null if this service will. */
export const VaultReader = createContext<() => string | null>(() => null);
