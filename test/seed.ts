import fc from "fast-check";

/** What properties are tried with is the same in each run, and another one with SEED=… to look for more. */
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 20_261_122) });
