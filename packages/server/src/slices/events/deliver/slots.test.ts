import { describe, expect, it } from "vitest";
import { createSlots, HOST_SLOTS, KIND_SLOTS, OWNER_SLOTS, PROCESS_SLOTS, type Slot } from "./slots.ts";

const slot = (changes: Partial<Slot> = {}): Slot => ({ host: "a", ownerId: "shop", kind: "untried", ...changes });

describe("slots", () => {
  it("are counted by host and kind, by project and in all, until they are given back", () => {
    const slots = createSlots(() => undefined);
    const release = [slot(), slot({ kind: "tried", ownerId: "bank" }), slot({ host: "b" })].map(slots.take);
    expect([slots.inFlight(), slots.free()]).toEqual([
      { hosts: { a: [1, 1], b: [1, 0] }, owners: { shop: 2, bank: 1 } },
      PROCESS_SLOTS - 3,
    ]);
    for (const give of release) give();
    expect([slots.inFlight(), slots.free()]).toEqual([{ hosts: {}, owners: {} }, PROCESS_SLOTS]);
  });

  it("of a host that had none left call for more once, when half of them are free again", () => {
    let calls = 0;
    const slots = createSlots(() => {
      calls += 1;
    });
    const take = (count: number) => Array.from({ length: count }, () => slots.take(slot()));
    for (const give of take(KIND_SLOTS - 1)) give();
    expect(calls).toBe(0);
    const full = take(KIND_SLOTS);
    for (const give of full.splice(0, KIND_SLOTS - HOST_SLOTS / 2 - 1)) give();
    expect(calls).toBe(0);
    for (const give of full) give();
    expect(calls).toBe(1);
  });

  it("of a project that had none left call for more once, when half of them are free again", () => {
    let calls = 0;
    const slots = createSlots(() => {
      calls += 1;
    });
    const full = Array.from({ length: OWNER_SLOTS }, (_, i) => slots.take(slot({ host: `h${i}` })));
    for (const give of full.splice(0, OWNER_SLOTS / 2 - 1)) give();
    expect(calls).toBe(0);
    for (const give of full) give();
    expect(calls).toBe(1);
  });

  it("of a process that had none left call for more when half of them are free again", () => {
    let calls = 0;
    const slots = createSlots(() => {
      calls += 1;
    });
    const full = Array.from({ length: PROCESS_SLOTS }, (_, i) => slots.take(slot({ host: `h${i}`, ownerId: `o${i}` })));
    expect(slots.free()).toBe(0);
    for (const give of full.splice(0, PROCESS_SLOTS / 2 - 1)) give();
    expect(calls).toBe(0);
    for (const give of full) give();
    expect(calls).toBe(1);
  });
});
