import { z } from "zod";

const version = z.int().min(1).meta({
  description: "Increases with every change. A change with an outdated version is rejected with 409.",
});

const readVersion = version.optional().meta({
  description:
    "The version that your change is based on. If it isn't the stored version, the response is 409. Omitted: no check.",
});

export const versioned = { version };
export const versionRead = { version: readVersion };
