import { createHash } from "node:crypto";
import type { UserId } from "#kernel/ids.ts";

const CELLS = 5;
/** Columns that the others mirror. */
const OWN_COLUMNS = 3;
const CELL = 20;
const MARGIN = 14;
const SIZE = CELLS * CELL + 2 * MARGIN;

/**
 * The picture of a user who has none: a pattern of squares in a colour, the same for an id for ever. SVG without styles
 * and scripts.
 */
export function avatarOf(id: UserId): string {
  const hash = createHash("sha256").update(id).digest();
  const hue = (hash.readUInt16BE(0) * 360) >> 16;
  const isSet = (row: number, column: number) => ((hash[2 + row] ?? 0) >> column) % 2 === 1;
  const squares: string[] = [];
  for (let row = 0; row < CELLS; row += 1)
    for (let column = 0; column < CELLS; column += 1)
      if (isSet(row, column < OWN_COLUMNS ? column : CELLS - 1 - column))
        squares.push(`M${MARGIN + column * CELL} ${MARGIN + row * CELL}h${CELL}v${CELL}h-${CELL}z`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="hsl(${hue},45%,90%)"/>`,
    `<path d="${squares.join("")}" fill="hsl(${hue},55%,42%)"/>`,
    "</svg>",
  ].join("");
}
