import { describe, expect, it } from "vitest";
import { pendingOf, type Redeeming, redeemingStore } from "./redeeming.ts";

const ASKED: Redeeming = { user: "ann", key: "k1", text: "0A1B2C3D", isAnswered: false };

/** As a tab has it. */
function storageOf(texts: Map<string, string>): Storage {
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  } as Storage;
}

describe("a voucher that is being redeemed", () => {
  it("is kept with its key until it is dropped, for the person who asked alone", () => {
    const texts = new Map<string, string>();
    const store = redeemingStore(() => storageOf(texts));
    store.keep(ASKED);
    expect([...texts.keys()]).toEqual(["leyden-redeeming"]);
    expect(store.read("ann")).toEqual(ASKED);
    expect(store.read("bob")).toBeUndefined();
    store.drop();
    expect(store.read("ann")).toBeUndefined();
  });

  it.each([
    ["text", 7],
    ["key", null],
    ["isAnswered", "no"],
  ])("is none when its %s is %j", (name, value) => {
    const kept = JSON.stringify({ ...ASKED, [name]: value });
    expect(redeemingStore(() => storageOf(new Map([["leyden-redeeming", kept]]))).read("ann")).toBeUndefined();
  });

  it("comes before another one while nobody knows what became of it, and not once it was answered", () => {
    const answered = { ...ASKED, isAnswered: true };
    const { text, key } = ASKED;
    expect(pendingOf(ASKED, { text, key })).toBe(ASKED);
    expect(pendingOf(ASKED, { text: "" })).toBe(ASKED);
    expect(pendingOf(ASKED, { text: "FFFFFFFF" })).toBe(ASKED);
    expect(pendingOf(answered, { text, key })).toBe(answered);
    expect(pendingOf(answered, { text }), "typed again").toBeUndefined();
    expect(pendingOf(answered, { text: "" })).toBeUndefined();
    expect(pendingOf(undefined, { text: "" })).toBeUndefined();
  });
});
