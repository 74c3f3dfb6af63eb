import type { Brand } from "./brand.ts";

/** A colour as pages write it: "#" and six digits of base 16, in small letters. */
export type Colour = Brand<string, "Colour">;

/** Undefined: it is none. */
export function colourOf(text: string): Colour | undefined {
  const lower = text.toLowerCase();
  return /^#[0-9a-f]{6}$/.test(lower) ? (lower as Colour) : undefined;
}

/** How well one is seen on the other, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Text is read from here on (WCAG 2.2, 1.4.3). */
export const CONTRAST_OF_TEXT = 4.5;
/** Lines and other parts are seen from here on (WCAG 2.2, 1.4.11). */
export const CONTRAST_OF_PARTS = 3;

/** From 0, black, to 1, white (WCAG 2.2, "relative luminance"). */
function luminance(colour: Colour): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function linear(part: number): number {
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
