import { expect, it } from "vitest";
import type { PostingNo } from "#ledger";
import { isBefore } from "./restore.ts";

const seen = (no: bigint, epoch?: bigint) => ({ no: no as PostingNo, hash: new Uint8Array(32), epoch });

it.each([
  ["an earlier posting of the same life", seen(1n, 1n), seen(2n, 1n), true],
  ["the same posting", seen(2n, 1n), seen(2n, 1n), false],
  ["a lower number of a later life: another process has opened a restore", seen(100n, 2n), seen(200n, 1n), false],
  ["a higher number of an earlier life", seen(200n, 1n), seen(100n, 2n), true],
  ["where a life is not known, the number decides", seen(1n), seen(2n, 3n), true],
])("what was seen of the ledger is ordered by its life, then by its number: %s", (_, a, b, before) => {
  expect(isBefore(a, b)).toBe(before);
});
