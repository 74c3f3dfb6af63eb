import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { keepReads, showKept } from "./keep-reads.ts";
import type { Kept } from "./kept-state.ts";

const KEPT = { kept: true };
const me = (id: string) => ({ user: { id } });

function given() {
  const client = new QueryClient();
  const written: Kept[] = [];
  const said: string[] = [];
  const state = {
    write: async (kept: Kept) => void written.push(kept),
    read: async () => written.at(-1),
  };
  keepReads({ client, state, onKnown: () => said.push("known"), onOther: () => said.push("other") });
  const read = (queryKey: readonly unknown[], data: unknown, meta?: Record<string, unknown>) =>
    client.fetchQuery({ queryKey, queryFn: () => data, ...(meta === undefined ? {} : { meta }) });
  return { client, written, said, state, read };
}

describe("what is kept for when there is no connection", () => {
  it("is the last answer of each query that asks for it, under the id of the person, and nothing else", async () => {
    const { written, said, read } = given();
    await read(["history"], ["too early"], KEPT);
    expect(written).toEqual([]); // nobody knows yet whose it is
    await read(["me"], me("ann"), KEPT);
    await read(["sessions"], ["secret"]);
    await read(["history"], ["paid"], KEPT);
    expect(written.at(-1)?.userId).toBe("ann");
    expect(written.at(-1)?.reads.map(({ key, data }) => [key, data])).toEqual([
      [["history"], ["paid"]],
      [["me"], me("ann")],
    ]);
    expect(said).toEqual(["known"]);
  });

  it("is never that of somebody else who has logged in meanwhile", async () => {
    const { written, said, read } = given();
    await read(["me"], me("ann"), KEPT);
    await read(["history"], ["of Ann"], KEPT);
    const count = written.length;
    await read(["me"], me("bob"), KEPT);
    expect(written).toHaveLength(count);
    expect(said).toEqual(["known", "other"]);
  });

  it("is shown where nothing newer is known, with its time, and is not kept again as if it were new", async () => {
    const { written, state, read } = given();
    await read(["me"], me("ann"), KEPT);
    const at = written.at(-1)?.reads[0]?.at;
    const later = new QueryClient();
    const again: Kept[] = [];
    const counting = { write: async (kept: Kept) => void again.push(kept) };
    keepReads({ client: later, state: counting, onKnown: () => undefined, onOther: () => undefined });
    await showKept(later, state);
    expect(later.getQueryData(["me"])).toEqual(me("ann"));
    expect(later.getQueryState(["me"])?.dataUpdatedAt).toBe(at);
    expect(again).toEqual([]);
    later.setQueryData(["me"], me("newer"));
    await showKept(later, state);
    expect(later.getQueryData(["me"])).toEqual(me("newer"));
  });
});
