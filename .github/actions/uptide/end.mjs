import { uptide } from "./command.mjs";

/** Runs at the end of the job, whether it succeeded or failed. */
const id = process.env.STATE_maintenance;
if (id) process.exitCode = uptide("maintenance", "end", id).status;
