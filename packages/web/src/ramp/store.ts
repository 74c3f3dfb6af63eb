/**
 * What the page knows, and how it learns it: one loop asks the service, and calls that a person makes answer at once.
 */
import { isForNow, isTermsChanged, type RampApi, Refused } from "./api.ts";
import { keptTerms } from "./kept-terms.ts";
import { newPageKey } from "./page-key.ts";
import type { State } from "./state.ts";

export type View =
  | { readonly kind: "loading"; readonly offline: boolean }
  /** `in_use`: another browser has the session. `unknown`: the link opens nothing. */
  | { readonly kind: "blocked"; readonly reason: "in_use" | "unknown" }
  | { readonly kind: "open"; readonly state: State; readonly offline: boolean };

/** Keeps the page key, so that a page that is loaded again goes on. */
export type Keys = { read(): string | undefined; write(key: string | undefined): void };

type Deps = {
  readonly api: RampApi;
  readonly keys: Keys;
  readonly token: string | undefined;
  /** That the page is in no frame: a login in this browser may say who buys. */
  readonly proof?: string | undefined;
  isHidden(): boolean;
};

export type RampStore = ReturnType<typeof createRampStore>;

const WHILE_WORKING_MS = 1_000;
const WHILE_WAITING_MS = 3_000;
/** While a transaction waits for a block. */
const WHILE_CONFIRMING_MS = 5_000;
const BACKOFF_MAX_MS = 30_000;
const WORKING: readonly string[] = ["working", "challenge", "identity_wait"];
const ENDED: readonly string[] = ["done", "refunded", "expired", "in_use"];

/** States of a purchase whose money is not back yet. */
const REFUNDING: readonly string[] = ["refund_pending", "refund_failed"];

/** Pause before the next question; undefined when nothing changes any more. */
export function pauseAfter(view: View, failures: number): number | undefined {
  if (failures > 0) return Math.min(BACKOFF_MAX_MS, 1_000 * 2 ** (failures - 1));
  if (view.kind !== "open") return view.kind === "loading" ? 0 : undefined;
  if (view.state.step === "working" && view.state.purchase?.txid != null) return WHILE_CONFIRMING_MS;
  if (WORKING.includes(view.state.step)) return WHILE_WORKING_MS;
  const isOver = ENDED.includes(view.state.step) && !REFUNDING.includes(view.state.purchase?.state ?? "");
  return isOver ? undefined : WHILE_WAITING_MS;
}

export function createRampStore({ api, keys, token, proof, isHidden }: Deps) {
  const listeners = new Set<() => void>();
  let view: View = { kind: "loading", offline: false };
  let failures = 0;
  /** Rises with each call of a person: an older answer of the loop is not shown after a newer one. */
  let calls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const terms = keptTerms();

  function show(next: View): void {
    view = next;
    for (const listener of listeners) listener();
  }
  function showState(answered: State): void {
    failures = 0;
    const state = terms.within(answered);
    show(state.step === "in_use" ? { kind: "blocked", reason: "in_use" } : { kind: "open", state, offline: false });
  }
  function schedule(): void {
    clearTimeout(timer);
    const pause = pauseAfter(view, failures);
    if (pause !== undefined && !isHidden()) timer = setTimeout(() => void ask(), pause);
  }

  /** One question at a time: the token opens the session once. */
  let asked: Promise<void> = Promise.resolve();
  const ask = () => {
    asked = asked.then(askOnce);
    return asked;
  };
  async function askOnce(): Promise<void> {
    const before = calls;
    try {
      const opened = (await openKept(api, keys, token)) ?? (await openNew(api, keys, token));
      const state = await known(opened);
      if (before === calls) showState(state);
    } catch (error) {
      if (before === calls) showFailure(error);
    }
    schedule();
  }
  /** Asks once whether a login says who buys. */
  let isLoginAsked = proof === undefined;
  async function known(state: State): Promise<State> {
    if (isLoginAsked || proof === undefined || state.session.proved) return state;
    isLoginAsked = true;
    return await api.login(proof).catch(() => state);
  }
  function showFailure(error: unknown): void {
    if (error instanceof Refused && !isForNow(error)) {
      failures = 0; // an answer: it is not asked for again
      show({ kind: "blocked", reason: error.status === 409 ? "in_use" : "unknown" });
    } else if (view.kind !== "blocked") {
      failures += 1;
      show({ ...view, offline: true });
    }
  }

  /** Makes a call whose answer is the new state. @throws {Refused | Unreachable} */
  async function act(call: () => Promise<State>): Promise<void> {
    calls += 1;
    const own = calls;
    try {
      const state = await call();
      if (own === calls) showState(state);
    } catch (error) {
      if (isTermsChanged(error)) {
        terms.renew();
        await ask();
      }
      throw error;
    } finally {
      schedule();
    }
  }

  return {
    view: (): View => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Asks now: at the start, when the page is seen again, when a person wants to. */
    ask,
    act,
  };
}

/** The state by the key of an earlier load; undefined when there is none that the service takes. */
async function openKept(api: RampApi, keys: Keys, token: string | undefined): Promise<State | undefined> {
  const key = keys.read();
  if (key === undefined) return undefined;
  api.setKey(key);
  try {
    return await api.state();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401 || token === undefined) throw error;
    keys.write(undefined);
    return undefined;
  }
}

async function openNew(api: RampApi, keys: Keys, token: string | undefined): Promise<State> {
  if (token === undefined) throw new Refused(401, "ramp_token_missing", "the address has no token");
  api.setKey(undefined);
  const key = newPageKey();
  keys.write(key); // before the call: if its answer is lost, this browser has the session all the same
  await api.open(token, key);
  api.setKey(key);
  return await api.state();
}
