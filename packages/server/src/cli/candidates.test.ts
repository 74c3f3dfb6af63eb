import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { Waiting } from "#restore";
import { candidatesOf } from "./candidates.ts";

const [FIRST, SECOND] = ["11".repeat(32), "22".repeat(32)];
const unexplained = [FIRST, SECOND].map((hash) => ({ paymentHash: hexToBytes(hash), amount: msats(5_000n) }));
const voucher: Waiting = {
  kind: "voucher",
  id: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718",
  state: "open",
  payable: { least: msats(1_000n), most: msats(9_000n) },
  paymentHash: undefined,
  onchain: undefined,
  createdAt: new Date(0),
};

it("lists what the amount fits, without what the journal explains for certain", () => {
  expect(candidatesOf(voucher, unexplained, new Set())).toBe(`${FIRST} ${SECOND}`);
  expect(candidatesOf(voucher, unexplained, new Set([FIRST]))).toBe(SECOND);
});

it("lists the one that it was bound to, alone, also when the journal explains it", () => {
  const bound = { ...voucher, paymentHash: hexToBytes(SECOND) };
  expect(candidatesOf(bound, unexplained, new Set([SECOND]))).toBe(`${SECOND} (certain)`);
});
