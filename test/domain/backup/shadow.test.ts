import { describe, expect, it } from "vitest";
import { shadowStatements } from "../../../src/domain/backup/shadow.ts";

describe("shadowStatements", () => {
  it("renames tables everywhere, and nothing else with the same name", () => {
    const statements = [
      "CREATE TABLE locales (code TEXT, locales TEXT REFERENCES other (id) ON DELETE CASCADE)",
      "ALTER TABLE locales ADD COLUMN published INTEGER",
      "INSERT INTO settings (name) SELECT 'from locales' FROM sessions JOIN users ON users = 1",
      "UPDATE monitors SET tags = (SELECT value FROM json_each(tags)) WHERE maintenance = 1",
    ];
    expect(shadowStatements(statements)).toEqual([
      "CREATE TABLE restore_locales (code TEXT, locales TEXT REFERENCES restore_other (id) ON DELETE CASCADE)",
      "ALTER TABLE restore_locales ADD COLUMN published INTEGER",
      "INSERT INTO restore_settings (name) SELECT 'from locales' FROM restore_sessions JOIN restore_users ON users = 1",
      "UPDATE restore_monitors SET tags = (SELECT value FROM json_each(tags)) WHERE maintenance = 1",
    ]);
  });

  it("leaves out indexes, with or without a comment before them", () => {
    const statements = ["CREATE INDEX a ON b (c)", "-- why\nCREATE UNIQUE INDEX a ON b (c)", "DROP INDEX a"];
    expect(shadowStatements(statements)).toEqual([]);
  });
});
