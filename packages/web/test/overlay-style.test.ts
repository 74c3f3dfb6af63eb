import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OVERLAY_STYLE } from "../../server/src/service/people-pages.ts";

const aria = join(createRequire(import.meta.url).resolve("react-aria/package.json"), "../dist/private");

describe("what react-aria writes into the page", () => {
  it("is on iOS the style that the policy of the dashboard names, to the letter", () => {
    const source = readFileSync(join(aria, "overlays/usePreventScroll.mjs"), "utf8");
    const [style, ...others] = [...source.matchAll(/style\.textContent = `([^`]*)`(\.trim\(\))?/g)];
    expect([style?.[1]?.trim(), style?.[2], others]).toEqual([OVERLAY_STYLE, ".trim()", []]);
  });

  it("is nothing else, as our style has its id and its rule", () => {
    const source = readFileSync(join(aria, "interactions/usePress.mjs"), "utf8");
    expect(source).toContain("'react-aria-pressable-style'");
    expect(source).toMatch(/getElementById\([^)]*STYLE_ID\)/);
    const rule = /\[\$\{[^}]*\}\] \{\s*([^}]*?)\s*\}/.exec(source)?.[1];
    const own = readFileSync(join(import.meta.dirname, "../src/dashboard/dashboard.css"), "utf8");
    expect(rule).toMatch(/^touch-action: /);
    expect(own).toContain(`[data-react-aria-pressable] {\n  ${rule}`);
  });
});
