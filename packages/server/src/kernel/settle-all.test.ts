import { expect, it } from "vitest";
import { settleAll } from "./settle-all.ts";

it("waits for all, and then throws what the first one that failed has thrown", async () => {
  const ended: string[] = [];
  const end = async (name: string, turns: number, error?: Error) => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    ended.push(name);
    if (error !== undefined) throw error;
  };
  const all = settleAll([
    end("one", 1),
    end("two", 3, new Error("two")),
    end("three", 2, new Error("three")),
    end("four", 4),
  ]);
  await expect(all).rejects.toThrow("two");
  expect(ended).toEqual(["one", "three", "two", "four"]);
  await settleAll([]);
});
