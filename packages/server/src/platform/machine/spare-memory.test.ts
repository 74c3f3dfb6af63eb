import { expect, it } from "vitest";
import { giveBackMemory } from "./spare-memory.ts";

it("collects what is not in use", async () => {
  const unused = new WeakRef({ size: "large" });
  await giveBackMemory();
  expect(unused.deref()).toBeUndefined();
});
