import { describe, expect, it } from "vitest";
import { placeholderValuesOfRun } from "../../../src/domain/action/run.ts";
import {
  ACTION_PLACEHOLDERS,
  CHANNEL_PLACEHOLDERS,
  INCIDENT_PLACEHOLDERS,
  listPlaceholderWarnings,
  listUnknownPlaceholders,
} from "../../../src/domain/alert/placeholders.ts";
import { placeholderValuesOf } from "../../../src/domain/alert/text.ts";
import { MESSAGES } from "../../notify/messages.ts";

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();

describe("the known placeholders", () => {
  it("match the values for channels and actions", () => {
    expect(namesOf(CHANNEL_PLACEHOLDERS)).toEqual(Object.keys(placeholderValuesOf(MESSAGES.test)).sort());
    const facts = {
      kind: "manual" as const,
      at: 0,
      checkedAt: 0,
      status: "up" as const,
      previousStatus: "up" as const,
      error: "",
      downSince: null,
      monitor: null,
    };
    const filled = placeholderValuesOfRun(facts, { id: "", actionName: "", site: { name: "", url: null } });
    expect(namesOf(ACTION_PLACEHOLDERS)).toEqual(Object.keys(filled).sort());
  });

  it("have a one-line description", () => {
    for (const { description } of [...ACTION_PLACEHOLDERS, ...INCIDENT_PLACEHOLDERS])
      expect(description).toMatch(/^[^\n]{5,100}\.$/);
  });
});

describe("listPlaceholderWarnings", () => {
  it.each([
    ["{{monitor_nam}}", "{{monitor_name}}"],
    ["{{ monitor name }}", "{{monitor_name}}"],
    ["{{ERROR_MESSAGE}}", "{{error_message}}"],
    ["{{sitename}}", "{{site_name}}"],
    ["{{secret_key}}", "{{severity}}"],
  ])("warns about %s and suggests %s", (text, nearest) => {
    const [warning, ...more] = listPlaceholderWarnings([{ path: "p", text }], CHANNEL_PLACEHOLDERS);
    const name = text.replaceAll(/[{}]/g, "").trim();
    expect([more, warning?.path]).toEqual([[], "p"]);
    expect(warning?.message).toContain(`{{${name}}}`);
    expect(warning?.message.match(/\{\{\w+\}\}\.$/)?.[0]).toBe(`${nearest}.`);
  });

  it("ignores known placeholders and other text, and reports each unknown one once", () => {
    const quiet = '{{ status }} {status} {{}} {{ }} {"a": {"b": 1}}';
    expect(listPlaceholderWarnings([{ path: "p", text: quiet }], CHANNEL_PLACEHOLDERS)).toEqual([]);
    const twice = "{{x}} {{x}} {{y}}";
    expect(listPlaceholderWarnings([{ path: "p", text: twice }], CHANNEL_PLACEHOLDERS)).toHaveLength(2);
  });
});

describe("listUnknownPlaceholders", () => {
  it("suggests the nearest name, ignoring case", () => {
    const written = "{{ Monitor_Name }} {{monitorname}} {{eror_message}} {{status}} {{xyzzyqwertyuiop}}";
    const unknown = listUnknownPlaceholders(written, CHANNEL_PLACEHOLDERS);
    expect(unknown.map(({ name, nearest, isNear }) => [name, isNear && nearest])).toEqual([
      ["Monitor_Name", "monitor_name"],
      ["monitorname", "monitor_name"],
      ["eror_message", "error_message"],
      ["xyzzyqwertyuiop", false],
    ]);
  });
});
