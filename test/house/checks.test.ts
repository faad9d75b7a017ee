import { expect, it } from "vitest";
import { runBeside } from "../../scripts/checks.ts";

it("types and lint beside the tests are told whole, and one that is wrong keeps the next from nothing", async () => {
  const faults: string[] = [];
  await runBeside(
    [
      { title: "Unknown", command: "tsc", args: ["--nonsense"] },
      { title: "Known", command: "tsc", args: ["--version"] },
      { title: "Priority", command: "node", args: ["-e", "console.log(os.getPriority()); process.exit(1)"] },
    ],
    faults,
  );
  expect(faults).toEqual([expect.stringMatching(/^Unknown\nerror TS5023: .*nonsense/), "Priority\n19"]);
});
