import { expect, it } from "vitest";
import { counted, inBytes, inSats, listed, shortened } from "./words.ts";

it("says amounts, sizes and lists as people read them", () => {
  expect([inSats(0n), inSats(1_999n), inSats(1_234_567_000n)]).toEqual(["0 sat", "1 sat", "1,234,567 sat"]);
  expect([inBytes(999_999_999), inBytes(1.25e9), inBytes(12.4e9)]).toEqual(["999 MB", "1.3 GB", "12 GB"]);
  expect([counted(0, "block"), counted(1, "block"), counted(1_200, "block")]).toEqual([
    "0 blocks",
    "1 block",
    "1,200 blocks",
  ]);
  expect([listed([]), listed(["a", "b", "c"]), listed(["a", "b", "c", "d", "e"])]).toEqual([
    "",
    "a, b, c",
    "a, b, c and 2 more",
  ]);
  expect([shortened("02ab"), shortened("02".repeat(33))]).toEqual(["02ab", "020202020202…"]);
});
