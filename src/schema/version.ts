import { z } from "zod";

const version = z.int().min(1).meta({
  description: "Grows with every change. Sent back in a change, it is refused once it is outdated.",
});

const readVersion = version.optional().meta({
  description:
    "The version that the change was made on: with another one than the stored it is 409. Left out, nothing is compared.",
});

export const versioned = { version };
export const versionRead = { version: readVersion };
