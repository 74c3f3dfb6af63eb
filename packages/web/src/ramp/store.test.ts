import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type RampApi, Refused, Unreachable } from "./api.ts";
import type { State } from "./state.ts";
import { createRampStore } from "./store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const stateOf = (step: State["step"], terms: State["terms"] = null) => ({ step, purchase: null, terms }) as State;

/** A service whose answers the test gives, in the order that it wants. */
function givenPage({ key, isHidden = false }: { readonly key?: string; readonly isHidden?: boolean } = {}) {
  /** In the order in which they happen: calls, and writes of the key. */
  const done: string[] = [];
  const waiting: { call: string; settle: PromiseWithResolvers<unknown> }[] = [];
  let kept = key;
  const call = (name: string) => {
    done.push(name);
    const settle = Promise.withResolvers<unknown>();
    waiting.push({ call: name, settle });
    return settle.promise;
  };
  const api = {
    setKey: (pageKey: string | undefined) => void done.push(`use ${pageKey === undefined ? "no key" : "the key"}`),
    open: (_token: string, pageKey: string) => call(`open with ${pageKey === kept ? "the kept key" : "another key"}`),
    state: () => call("state"),
  } as unknown as RampApi;
  const keys = {
    read: () => kept,
    write: (next: string | undefined) => {
      kept = next;
      done.push(next === undefined ? "forget the key" : "keep a key");
    },
  };
  const store = createRampStore({ api, keys, token: "rst_1", isHidden: () => isHidden });
  /** Answers the oldest question that is open. */
  const answer = async (result: unknown) => {
    const next = waiting.shift();
    if (result instanceof Error) next?.settle.reject(result);
    else next?.settle.resolve(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  const tick = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { store, done, waiting, answer, tick, kept: () => kept };
}

it("keeps the key before it opens the session with it, so that a lost answer loses nothing", async () => {
  const { store, done, answer, tick, waiting, kept } = givenPage();
  void store.ask();
  await tick(0);
  expect(done).toEqual(["use no key", "keep a key", "open with the kept key"]);
  const key = kept();
  expect(key).toMatch(/^rsp_[\w-]{43}$/);
  await answer(new Unreachable("the answer was lost"));
  expect(store.view()).toEqual({ kind: "loading", offline: true });
  await tick(1_000);
  expect([waiting.map(({ call }) => call), kept()]).toEqual([["state"], key]);
  await answer(stateOf("email"));
  expect(store.view()).toMatchObject({ kind: "open", state: { step: "email" } });
});

it("opens the session anew when the service does not know the kept key, and asks with it where it does", async () => {
  const known = givenPage({ key: "rsp_known" });
  void known.store.ask();
  await known.tick(0);
  await known.answer(stateOf("amount"));
  expect(known.done).toEqual(["use the key", "state"]);
  expect(known.store.view()).toMatchObject({ kind: "open", state: { step: "amount" } });

  const strange = givenPage({ key: "rsp_strange" });
  void strange.store.ask();
  await strange.tick(0);
  await strange.answer(new Refused(401, "ramp_page_key_invalid", "no"));
  expect(strange.done).toEqual([
    ...["use the key", "state", "forget the key", "use no key", "keep a key", "open with the kept key"],
  ]);
});

it("shows no older answer of its own question after the newer one to a person's call", async () => {
  const { store, answer, tick, waiting } = givenPage({ key: "rsp_1" });
  void store.ask();
  await tick(0);
  const acted = store.act(async () => stateOf("working"));
  await tick(0);
  await acted;
  await answer(stateOf("amount")); // asked before, answered after
  expect(store.view()).toMatchObject({ kind: "open", state: { step: "working" } });
  await tick(1_000);
  expect(waiting).toHaveLength(1); // the loop goes on
  await answer(stateOf("done"));
  expect(store.view()).toMatchObject({ state: { step: "done" } });
});

it("shows no failure of an older question after the answer to a person's call", async () => {
  const { store, answer, tick } = givenPage({ key: "rsp_1" });
  void store.ask();
  await tick(0);
  await store.act(async () => stateOf("card"));
  await answer(new Unreachable("no answer"));
  expect(store.view()).toEqual({ kind: "open", state: stateOf("card"), offline: false });
});

it("shows of two calls of a person the answer to the later one", async () => {
  const { store, tick } = givenPage({ key: "rsp_1" });
  const first = Promise.withResolvers<State>();
  const calls = [store.act(() => first.promise), store.act(async () => stateOf("working"))];
  await tick(0);
  first.resolve(stateOf("amount"));
  await Promise.all(calls);
  expect(store.view()).toMatchObject({ state: { step: "working" } });
});

it("asks one question at a time, and none while the page is not seen", async () => {
  const { store, tick, waiting } = givenPage({ key: "rsp_1" });
  for (let times = 0; times < 3; times += 1) void store.ask();
  await tick(0);
  expect(waiting).toHaveLength(1);
  const hidden = givenPage({ key: "rsp_1", isHidden: true });
  void hidden.store.ask();
  await hidden.tick(0);
  await hidden.answer(stateOf("amount"));
  await hidden.tick(60_000);
  expect(hidden.done).toEqual(["use the key", "state"]);
});

it("is blocked by another browser, and asks again when it asked too often", async () => {
  const { store, answer, tick, waiting } = givenPage({ key: "rsp_1" });
  void store.ask();
  await tick(0);
  await answer(new Refused(429, "rate_limited", "too many"));
  expect(store.view()).toEqual({ kind: "loading", offline: true });
  await tick(1_000);
  await answer(new Refused(409, "ramp_session_in_use", "in use"));
  expect(store.view()).toEqual({ kind: "blocked", reason: "in_use" });
  await tick(60_000);
  expect(waiting).toEqual([]);
});

it("shows the terms that it showed first, until they are refused; then those of the service, as others", async () => {
  const terms = (version: string) => ({ url: "https://coin.example/terms", version });
  const refused = new Refused(409, "ramp_terms_changed", "the terms have changed");
  const { store, answer, tick } = givenPage({ key: "rsp_1" });
  const shown = () => {
    const view = store.view();
    return view.kind === "open" ? view.state.terms : undefined;
  };
  void store.ask();
  await tick(0);
  await answer(stateOf("amount", terms("1")));
  expect(shown()).toEqual({ ...terms("1"), isChanged: false });
  await tick(3_000);
  await answer(stateOf("amount", terms("2")));
  expect(shown()?.version).toBe("1");
  const acted = store.act(() => Promise.reject(refused)).catch((error: unknown) => error);
  await tick(0);
  await answer(stateOf("amount", terms("2")));
  expect([await acted, shown()]).toEqual([refused, { ...terms("2"), isChanged: true }]);
  await store.act(async () => stateOf("card"));
  expect(shown()).toBeNull();
  await tick(3_000);
  await answer(stateOf("card", terms("3")));
  expect(shown()).toBeNull(); // accepted here: who goes on is asked by a refusal
});
