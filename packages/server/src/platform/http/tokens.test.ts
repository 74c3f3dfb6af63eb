import { describe, expect, it } from "vitest";
import { CONTRAST_OF_PARTS, CONTRAST_OF_TEXT, contrast } from "#kernel/colour.ts";
import { BRANDED } from "#service/testing/branding.harness.ts";
import { accentStyle, inTheme, token } from "./tokens.ts";

const THEMES = ["light", "dark"] as const;
const GROUNDS = ["ground", "raised", "behind"];

/** What is read on what. */
const TEXTS: readonly (readonly [text: string, ground: string])[] = [
  ...GROUNDS.map((ground) => ["ink", ground] as const),
  ...GROUNDS.map((ground) => ["soft", ground] as const),
  ...["good", "bad", "string", "name", "word", "number", "post"].map((text) => [text, "ground"] as const),
  ...["string", "name", "word", "number"].map((text) => [text, "raised"] as const),
  ["on-accent", "accent"],
  ["good", "good-ground"],
  ["wait", "wait-ground"],
  ["bad", "bad-ground"],
  ["ink", "good-ground"],
  ["ink", "bad-ground"],
];

/** Lines, rings and marks. */
const PARTS = GROUNDS.flatMap((ground) => [["accent-line", ground] as const, ["soft", ground] as const]);

describe.each(THEMES)("on %s pages", (theme) => {
  const ratio = (one: string, other: string) => contrast(token(one)[theme], token(other)[theme]);

  it.each(TEXTS)("%s is read on %s", (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(CONTRAST_OF_TEXT);
  });

  it.each(PARTS)("%s is seen on %s", (part, ground) => {
    expect(ratio(part, ground)).toBeGreaterThanOrEqual(CONTRAST_OF_PARTS);
  });
});

it("puts colours in place of their names for mail programs, and knows no other names", () => {
  expect(inTheme("a { color: var(--ink); background: var(--accent) }", "dark")).toBe(
    `a { color: ${token("ink").dark}; background: ${token("accent").dark} }`,
  );
  expect(() => inTheme("a { color: var(--inkk) }", "light")).toThrow("no colour --inkk");
});

it("has the operator's colour for buttons and for lines, in browsers of both themes", () => {
  const style = accentStyle(BRANDED.accent);
  const [light = "", dark = ""] = style.split("@media (prefers-color-scheme: dark)");
  expect(style).not.toContain("light-dark(");
  for (const name of ["accent", "accent-line"]) {
    expect(light).toContain(`--${name}: #1f4fd0;`);
    expect(dark).toContain(`--${name}: #8fb0ff;`);
  }
  expect(accentStyle(undefined)).toBe("");
});
