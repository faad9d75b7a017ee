import { z } from "zod";

const version = z.int().min(1).meta({
  description: "Increases with every change. Send it back when updating to detect conflicting changes.",
});

const readVersion = version.optional().meta({
  description:
    "The version the change is based on. If the stored version differs, the response is 409. Omitted: not checked.",
});

export const versioned = { version };
export const versionRead = { version: readVersion };
