import { describe, expect, it } from "vitest";
import { createKeptState } from "./kept-state.ts";

/** As much of the caches of a browser as is used. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const cache = all.get(name) ?? new Map<string, Response>();
    all.set(name, cache);
    return {
      match: async (path: string) => cache.get(path)?.clone(),
      put: async (path: string, response: Response) => void cache.set(path, response),
    };
  };
  const caches = {
    open,
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  };
  return { all, open: () => caches as unknown as CacheStorage };
}

const read = (key: string, data: unknown) => ({ key: [key], data, at: 1 });

describe("the place for what was known last", () => {
  it("holds the last answer of each query of one person, and nothing of the one before", async () => {
    const state = createKeptState(fakeCaches().open);
    expect(await state.read()).toBeUndefined();
    await state.write({ userId: "ann", reads: [read("me", 1), read("history", 1)] });
    await state.write({ userId: "ann", reads: [read("me", 2)] });
    expect(await state.read()).toEqual({ userId: "ann", reads: [read("me", 2), read("history", 1)] });
    await state.write({ userId: "bob", reads: [read("me", 3)] });
    expect(await state.read()).toEqual({ userId: "bob", reads: [read("me", 3)] });
  });

  it("is empty after the end, with the files of the wallet, and stays so whatever is still on its way", async () => {
    const { all, open } = fakeCaches();
    const state = createKeptState(open);
    all.set("leyden-wallet abc", new Map());
    all.set("of somebody else", new Map());
    const ended = [state.write({ userId: "ann", reads: [read("me", 1)] }), state.empty()];
    ended.push(state.write({ userId: "ann", reads: [read("me", 2)] }));
    await Promise.all(ended);
    expect([...all.keys()]).toEqual(["of somebody else"]);
  });

  it("is worth nothing when another build has written it, or where a browser has no such place", async () => {
    const { open } = fakeCaches();
    const other = await open().open("leyden-wallet state");
    await other.put("/wallet/kept", Response.json({ format: 0, userId: "ann", reads: [] }));
    expect(await createKeptState(open).read()).toBeUndefined();
    const none = createKeptState(() => undefined);
    await none.write({ userId: "ann", reads: [] });
    expect(await none.read()).toBeUndefined();
    const refusing = { has: async () => Promise.reject(new Error("refused")) } as unknown as CacheStorage;
    expect(await createKeptState(() => refusing).read()).toBeUndefined();
  });
});
