import { describe, expect, it } from "vitest";
import { type Draft, draftStore } from "./draft.ts";

const DRAFT: Draft = {
  user: "ann",
  key: "k1",
  tries: 1,
  kind: "address",
  recipient: "bob@pay.example",
  amount: "1000",
  comment: "",
  note: "lunch",
};

/** As a tab has it. */
function storageOf(texts: Map<string, string>): Storage {
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  } as Storage;
}

describe("a draft of a payment", () => {
  it("is kept with its key until it is dropped, for the person who made it alone", () => {
    const texts = new Map<string, string>();
    const store = draftStore(() => storageOf(texts));
    expect(store.read("ann")).toBeUndefined();
    store.keep(DRAFT);
    expect(store.read("ann")).toEqual(DRAFT);
    expect(store.read("bob")).toBeUndefined();
    store.drop();
    expect(store.read("ann")).toBeUndefined();
  });

  it.each(["", "null", "{", '"text"', JSON.stringify({ ...DRAFT, key: 7 })])("is none in %j", (text) => {
    const store = draftStore(() => storageOf(new Map([["leyden-sending", text]])));
    expect(store.read("ann")).toBeUndefined();
  });

  it("is no hindrance in a browser that keeps nothing", () => {
    const store = draftStore(() => {
      throw new Error("denied");
    });
    store.keep(DRAFT);
    store.drop();
    expect(store.read("ann")).toBeUndefined();
  });
});
