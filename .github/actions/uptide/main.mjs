import { input, install, tell, uptide } from "./command.mjs";
import { comment } from "./comment.mjs";

const isPull = process.env.GITHUB_EVENT_NAME === "pull_request";

async function diff() {
  const { status, out } = uptide("diff", "-f", input("file"));
  if (status !== 0 && status !== 2) return status;
  const hasChanges = status === 2;
  tell("GITHUB_OUTPUT", "changes", hasChanges);
  if (!isPull) return 0;
  try {
    await comment(out, { hasChanges });
  } catch (error) {
    console.log(
      `::warning::The comment wasn't written: ${error.message} Give the job the permission pull-requests: write.`,
    );
  }
  return 0;
}

function maintenance() {
  const monitors = input("monitors");
  const { status, out } = uptide(
    ...["maintenance", "start", "--json", "--name", input("name"), "--minutes", input("minutes")],
    ...(monitors ? ["--monitors", monitors] : []),
    ...(input("notify") === "true" ? ["--notify"] : []),
  );
  if (status === 0) tell("GITHUB_STATE", "maintenance", JSON.parse(out).id);
  return status;
}

const DEEDS = { diff, apply: () => uptide("apply", "-f", input("file")).status, maintenance };

const command = input("command") || (isPull ? "diff" : "apply");
if (Object.hasOwn(DEEDS, command)) {
  install();
  process.exitCode = await DEEDS[command]();
} else {
  console.log(`::error::Unknown command ${command}: use diff, apply or maintenance.`);
  process.exitCode = 1;
}
