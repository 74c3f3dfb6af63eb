import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, inject, it } from "vitest";
import { readConfig } from "#config.ts";
import { PLAIN } from "#kernel/branding.ts";
import { type Colour, colourOf, contrast } from "#kernel/colour.ts";
import { token } from "#platform/http/tokens.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { openBranding } from "./open-branding.ts";

const folder = mkdtempSync(join(tmpdir(), "leyden-branding-"));
afterAll(() => rmSync(folder, { recursive: true }));

const opened = (environment: Readonly<Record<string, string>>) => openBranding(readConfig(environment));
const given = (text: string): Colour => colourOf(text) ?? expect.unreachable(`${text} is no colour`);

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it("is that of the software where the operator has set nothing", async () => {
  expect(await opened({})).toEqual(PLAIN);
});

it("is what the operator has set; the seller has the name of the service, or one of its own", async () => {
  const support = { text: "help@example.com", href: "mailto:help@example.com" };
  const set = {
    LEYDEN_SERVICE_NAME: "Example Pay",
    LEYDEN_SUPPORT: "Help@example.com",
    LEYDEN_TERMS_URL: "https://example.com/terms",
    LEYDEN_PRIVACY_URL: "https://example.com/privacy",
    LEYDEN_IMPRINT_URL: "https://example.com/imprint",
    LEYDEN_SELLER_ADDRESS: "Example Street 1\\n 12345 Example\n\nVAT 1",
  };
  expect(await opened(set)).toEqual({
    ...PLAIN,
    name: "Example Pay",
    support,
    terms: "https://example.com/terms",
    privacy: "https://example.com/privacy",
    imprint: "https://example.com/imprint",
    seller: { name: "Example Pay", address: ["Example Street 1", "12345 Example", "VAT 1"], support },
  });
  const named = await opened({
    ...set,
    LEYDEN_SELLER_NAME: "Example Pay GmbH",
    LEYDEN_SUPPORT: "https://example.com/help/",
  });
  expect(named.seller.name).toBe("Example Pay GmbH");
  expect(named.support).toEqual({ text: "example.com/help", href: "https://example.com/help/" });
});

describe("the logo", () => {
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  const SVGS = [
    "<svg></svg>",
    '\ufeff<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg>\n<svg xmlns="x">',
    "  <svg\n>",
  ];

  it("is a PNG or an SVG, by what is in the file", async () => {
    expect((await opened({ LEYDEN_LOGO: file("a.txt", PNG) })).logo).toEqual({ type: "image/png", bytes: PNG });
    for (const svg of SVGS)
      expect((await opened({ LEYDEN_LOGO: file("b.png", svg) })).logo?.type).toBe("image/svg+xml");
  });

  it.each([
    ["another picture", "GIF89a", "is neither a PNG nor an SVG"],
    ["a page", "<!doctype html><svg>", "is neither a PNG nor an SVG"],
    ["an element that begins like it", "<svgx>", "is neither a PNG nor an SVG"],
    ["nothing", "", "is neither a PNG nor an SVG"],
    ["more than 256 kB", `<svg>${" ".repeat(262_144)}`, "has more than 256 kB"],
  ])("is refused at the start when it is %s", async (_, content, why) => {
    const path = file("c.svg", content);
    await expect(opened({ LEYDEN_LOGO: path })).rejects.toThrow(`LEYDEN_LOGO is refused: ${path} ${why}`);
  });

  it("may be as large as is said, and must be there, and be a file", async () => {
    const whole = `<svg>${" ".repeat(262_144 - 5)}`;
    expect((await opened({ LEYDEN_LOGO: file("d.svg", whole) })).logo?.bytes).toHaveLength(262_144);
    await expect(opened({ LEYDEN_LOGO: join(folder, "no.svg") })).rejects.toThrow("cannot be read (ENOENT)");
    await expect(opened({ LEYDEN_LOGO: folder })).rejects.toThrow("cannot be read (EISDIR)");
  });
});

describe("the colour", () => {
  it("is one for all pages, or one for light and one for dark ones; text on it is what is read better", async () => {
    const one = (await opened({ LEYDEN_ACCENT_COLOR: "#D02010" })).accent;
    expect(one).toEqual({
      light: { colour: "#d02010", ink: "#ffffff" },
      dark: { colour: "#d02010", ink: "#ffffff" },
    });
    expect((await opened({ LEYDEN_ACCENT_COLOR: "#1f4fd0, #8fb0ff" })).accent).toEqual({
      light: { colour: "#1f4fd0", ink: "#ffffff" },
      dark: { colour: "#8fb0ff", ink: token("ink").light },
    });
  });

  it.each([
    ["#ffee00", "#ffee00 has a contrast of 1.20 with the light pages (#ffffff), and needs 3"],
    ["#ffffff", "#ffffff has a contrast of 1.00 with the light pages (#ffffff), and needs 3"],
    ["#202080", "with the dark pages (#131316), and needs 3"],
    ["#1f4fd0,#202080", "#202080 has a contrast of"],
    ["#959595", "with the light pages (#ffffff), and needs 3"],
  ])("is refused at the start with the reason when it is not seen: %s", async (colour, why) => {
    await expect(opened({ LEYDEN_ACCENT_COLOR: colour })).rejects.toThrow(why);
  });

  it("is taken exactly when lines of it are seen and text on it is read, in both themes", async () => {
    const colours = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => given(`#${n.toString(16).padStart(6, "0")}`));
    const fits = (colour: Colour, theme: "light" | "dark") =>
      ["ground", "raised"].every((name) => contrast(colour, token(name)[theme]) >= 3) &&
      [token("ink").light, token("ground").light].some((ink) => contrast(colour, ink) >= 4.5);
    await fc.assert(
      fc.asyncProperty(colours, async (colour) => {
        const { accent } = await opened({ LEYDEN_ACCENT_COLOR: colour }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(OperatorError);
          return { accent: undefined };
        });
        expect(accent !== undefined).toBe(fits(colour, "light") && fits(colour, "dark"));
        for (const { ink } of Object.values(accent ?? {})) expect(contrast(colour, ink)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: inject("runs") * 200 },
    );
  });
});
