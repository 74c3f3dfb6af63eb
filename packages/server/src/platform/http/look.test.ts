import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LOOK } from "./look.ts";

it("has every colour twice: the light one, and the dark one for dark systems", () => {
  const tokens = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
  const colours = [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6,8}), (#\w{6,8})\);/g)];
  expect(colours).toHaveLength(tokens.split("light-dark(").length - 1);
  expect(LOOK).not.toContain("light-dark(");
  const [light = "", dark = ""] = LOOK.split("@media (prefers-color-scheme: dark)");
  for (const [, name, ofDay, ofNight] of colours) {
    expect(light).toContain(`--${name}: ${ofDay};`);
    expect(dark).toContain(`--${name}: ${ofNight};`);
  }
});
