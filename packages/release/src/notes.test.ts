import { expect, it } from "vitest";
import { notesOf } from "./notes.ts";

const CHANGELOG =
  "# Changelog\n\n## [Unreleased]\n\nNew.\n\n## [0.2.0] - 2026-12-01\n\n### Run it\n\n- Two.\n\n## [0.1.0]\n\nOne.\n";

it("the notes of a release are what the changelog says of its version", () => {
  expect(notesOf(CHANGELOG, "0.2.0")).toBe("# Leyden 0.2.0\n\n### Run it\n\n- Two.\n");
  expect(notesOf(CHANGELOG, "0.1.0")).toBe("# Leyden 0.1.0\n\nOne.\n");
});

it("the notes of a version that has no heading yet are what is not released", () => {
  expect(notesOf(CHANGELOG, "0.3.0")).toBe("# Leyden 0.3.0\n\nNew.\n");
  expect(() => notesOf("# Changelog\n", "0.3.0")).toThrow("says nothing of 0.3.0");
  expect(() => notesOf("# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\nOne.\n", "0.3.0")).toThrow("says nothing");
});
