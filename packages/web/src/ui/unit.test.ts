import { describe, expect, it } from "vitest";
import { createUnitStore } from "./unit.ts";

/** A browser with this kept in it. */
function givenBrowser(kept: Map<string, string>) {
  const listeners: ((event: StorageEvent) => void)[] = [];
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as Storage;
  const window = { addEventListener: (_: string, listener: never) => void listeners.push(listener) };
  const store = createUnitStore(() => storage, window as never);
  const tell = () => {
    for (const listener of listeners) listener({ key: "leyden-unit" } as StorageEvent);
  };
  return { store, tell };
}

describe("the unit of amounts", () => {
  it("is sat, until a person chooses another one, which stays", () => {
    const kept = new Map<string, string>();
    const { store } = givenBrowser(kept);
    expect(store.get()).toBe("sat");
    let told = 0;
    const end = store.subscribe(() => told++);
    store.set("btc");
    end();
    store.set("fiat");
    expect([store.get(), told]).toEqual(["fiat", 1]);
    expect(givenBrowser(kept).store.get()).toBe("fiat");
  });

  it("changes in all tabs, and is never what is no unit", () => {
    const kept = new Map<string, string>([["leyden-unit", "<b>"]]);
    const [one, other] = [givenBrowser(kept), givenBrowser(kept)];
    expect(one.store.get()).toBe("sat");
    one.store.set("btc");
    other.tell();
    expect(other.store.get()).toBe("btc");
  });

  it("is kept as long as the page is there where the browser keeps nothing", () => {
    const refuse = () => {
      throw new Error("refused");
    };
    const store = createUnitStore(refuse, { addEventListener: () => undefined } as never);
    store.set("btc");
    expect(store.get()).toBe("btc");
  });
});
