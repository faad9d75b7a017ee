import { uptide } from "./command.mjs";

/** When the job is over, whether it went well or not. */
const id = process.env.STATE_maintenance;
if (id) process.exitCode = uptide("maintenance", "end", id).status;
