import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { qrPath } from "./qr-path.ts";

const SCALE = 4;

/** The path drawn on white, as a camera would see it. */
function drawn({ size, path }: ReturnType<typeof qrPath>) {
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { width, height: width, data };
}

describe("a QR code", () => {
  it.each(["LIGHTNING:LNBC1ABC", "ann@wallet.example", "x".repeat(600)])("says %s to who reads it", (text) => {
    expect(decodeQR(drawn(qrPath(text)))).toBe(text);
  });

  it("has white around it", () => {
    const { path, size } = qrPath("A");
    const rows = [...path.matchAll(/M(\d+) (\d+)/g)];
    expect(Math.min(...rows.map(([, x]) => Number(x)))).toBe(4);
    expect(Math.min(...rows.map(([, , y]) => Number(y)))).toBe(4);
    expect(Math.max(...rows.map(([, , y]) => Number(y)))).toBe(size - 5);
  });
});
