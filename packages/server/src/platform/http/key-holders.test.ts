import { expect, it } from "vitest";
import { createKeyHolders } from "./key-holders.ts";

it("remembers an address for an hour after its last key", () => {
  let ms = 0;
  const holders = createKeyHolders({ monotonicMs: () => ms });
  expect(holders.has("192.0.2.1")).toBe(false);
  holders.add("192.0.2.1");
  ms += 3_000_000;
  expect(holders.has("192.0.2.1")).toBe(true);
  expect(holders.has("192.0.2.2")).toBe(false);
  holders.add("192.0.2.1");
  ms += 3_000_000;
  expect(holders.has("192.0.2.1")).toBe(true);
  ms += 600_000;
  expect(holders.has("192.0.2.1")).toBe(false);
});

it("forgets the address that was seen longest ago when there are too many", () => {
  let ms = 0;
  const holders = createKeyHolders({ monotonicMs: () => ms });
  for (let i = 0; i < 10_001; i++) holders.add(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  ms += 100_000;
  expect(holders.has("10.0.0.0")).toBe(false);
  expect(holders.has("10.0.0.1")).toBe(true);
});
