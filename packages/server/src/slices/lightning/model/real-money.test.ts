import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MAINNET_LIMITS } from "#ledger";
import { REAL_MONEY_TEXT, REAL_MONEY_VERSION } from "./real-money.ts";

const OPERATE = join(import.meta.dirname, "../../../../../../docs/operate.md");
const lines = REAL_MONEY_TEXT.split("\n");
const number = (value: bigint | number | undefined) => value?.toLocaleString("en-US");
const sat = (value: bigint | undefined) => number(value && value / 1_000n);

it("has another version when the text is another: answers are written down with it", () => {
  const sum = createHash("sha256").update(REAL_MONEY_TEXT).digest("hex").slice(0, 16);
  expect([REAL_MONEY_VERSION, sum]).toEqual([2, "3f3ba325524ad101"]);
});

it("is ten lines, as docs/operate.md says", () => {
  expect([lines.length, Math.max(...lines.map((line) => line.length)) <= 120]).toEqual([10, true]);
  expect(readFileSync(OPERATE, "utf8")).toContain("it says in ten lines what\ncan be lost and how");
});

it("names the limits with which a service on mainnet begins", () => {
  const { payment, day, inFlight, wallets } = MAINNET_LIMITS;
  const [line] = lines.filter((one) => one.includes("leyden limit service"));
  expect(line).toMatch(
    new RegExp(
      `: ${sat(payment)} sat a payment, ${sat(day)} a day, ${number(inFlight)} in flight, ${sat(wallets)} in all wallets`,
    ),
  );
});
