import { describe, expect, it } from "vitest";
import { readAddress, withoutToken } from "./address.ts";
import { announcer, targetsOf } from "./announce.ts";
import { keysOf } from "./keys.ts";
import { notifier } from "./notify.ts";
import { sellerNames } from "./own-wallet.ts";
import { isBeforePurchase, shownStep } from "./shown-step.ts";
import type { Purchase, State } from "./state.ts";
import { isOpenable } from "./steps/challenge.tsx";
import { pauseAfter, type View } from "./store.ts";

const PURCHASE = {
  id: "p1",
  state: "quoted",
  source_amount: "25.00",
  source_currency: "EUR",
  amount: "1000",
} as Purchase;

const stateOf = (step: State["step"], purchase: Purchase | null = null) =>
  ({ step, purchase, session: { destination: null } }) as State;
const viewOf = (...of: Parameters<typeof stateOf>): View => ({ kind: "open", state: stateOf(...of), offline: false });

describe("the page's address", () => {
  const place = {
    pathname: "/ramp/s1",
    hash: "#token=rst_1&channel=c1&parent=https%3A%2F%2Fshop.example&theme=dark&locale=de",
  };

  it("says everything the page must know", () => {
    expect(readAddress(place, ["fr"])).toEqual({
      sessionId: "s1",
      token: "rst_1",
      channel: "c1",
      parent: "https://shop.example",
      theme: "dark",
      languages: ["de", "fr"],
    });
    expect(readAddress({ pathname: "/ramp/s1", hash: "#theme=pink" }, ["fr"])).toMatchObject({
      theme: "auto",
      languages: ["fr"],
    });
  });

  it("keeps everything but the token", () => {
    const cleaned = withoutToken(place);
    expect(cleaned).not.toContain("rst_");
    expect(readAddress({ pathname: place.pathname, hash: cleaned.slice(cleaned.indexOf("#")) }, [])).toEqual({
      ...readAddress(place, []),
      token: undefined,
    });
    expect(withoutToken({ pathname: "/ramp/s1", hash: "#token=rst_1" })).toBe("/ramp/s1");
  });
});

describe("what the page says", () => {
  it("goes to origins that the service lists, and to none other", () => {
    const listed = ["https://pay.example", "https://shop.example"];
    expect(targetsOf("https://shop.example", listed)).toEqual(["https://shop.example"]);
    expect(targetsOf("https://shop.example.evil.example", listed)).toEqual([]);
    expect(targetsOf("*", listed)).toEqual([]);
    expect(targetsOf(undefined, listed)).toEqual(listed);
    expect(targetsOf(undefined, [])).toEqual([]);
    const here = ["http://localhost:*", "http://127.0.0.1:*"];
    for (const parent of ["http://localhost:5173", "http://127.0.0.1:8081", "http://localhost"])
      expect(targetsOf(parent, here)).toEqual([parent]);
    for (const parent of [
      "https://localhost:5173",
      "http://localhost.evil.example:1",
      "http://127.0.0.1:80@evil",
      "null",
    ])
      expect(targetsOf(parent, here)).toEqual([]);
    expect(targetsOf(undefined, [...here, "https://shop.example"])).toEqual(["https://shop.example"]);
  });

  it("has the channel, is said in the older protocol too, and to the app around a web view", () => {
    const said: unknown[] = [];
    const parent = { postMessage: (...args: unknown[]) => void said.push(args) };
    const webView = { postMessage: (text: string) => void said.push(JSON.parse(text)) };
    const announce = announcer({ parent, webView }, "c1", ["https://shop.example"]);
    announce({ type: "step", data: { step: "email" } });
    announce({ type: "resize", data: { height: 1 } });
    const older = { type: "WIDGET_STEP_CHANGE", payload: { step: "email" } };
    expect(said).toEqual([
      [{ leyden: "ramp", channel: "c1", type: "step", data: { step: "email" } }, "https://shop.example"],
      [older, "https://shop.example"],
      older,
      [{ leyden: "ramp", channel: "c1", type: "resize", data: { height: 1 } }, "https://shop.example"],
    ]);
  });

  it("is said once for each purchase", () => {
    const said: string[] = [];
    const notify = notifier(({ type }) => void said.push(type));
    notify({ kind: "loading", offline: false });
    for (const view of [viewOf("email"), viewOf("done", PURCHASE), viewOf("done", PURCHASE)]) notify(view);
    for (const id of ["p2", "p2", "p3"]) notify(viewOf("failed", { ...PURCHASE, id, failure: null }));
    for (const step of ["refused", "refused"] as const) notify(viewOf(step, PURCHASE));
    notify({ kind: "blocked", reason: "in_use" });
    notify({ kind: "blocked", reason: "in_use" });
    expect(said).toEqual(["ready", "success", "error", "error", "error", "step", "error"]);
  });
});

describe("the pause before the next question", () => {
  it("is short while something happens, longer while a person is asked, and doubles while nobody answers", () => {
    expect(pauseAfter(viewOf("working"), 0)).toBe(1_000);
    expect(pauseAfter(viewOf("challenge"), 0)).toBe(1_000);
    expect(pauseAfter(viewOf("working", { ...PURCHASE, txid: "4a5e" }), 0)).toBe(5_000); // a block takes minutes
    expect(pauseAfter(viewOf("amount"), 0)).toBe(3_000);
    expect(pauseAfter(viewOf("on_hold"), 0)).toBe(3_000);
    for (const step of ["done", "refunded", "expired"] as const) expect(pauseAfter(viewOf(step), 0)).toBeUndefined();
    for (const state of ["refund_pending", "refund_failed"])
      expect(pauseAfter(viewOf("refunded", { ...PURCHASE, state }), 0)).toBe(3_000);
    expect(pauseAfter(viewOf("refunded", { ...PURCHASE, state: "refunded" }), 0)).toBeUndefined();
    expect([1, 2, 3, 9].map((failures) => pauseAfter(viewOf("working"), failures))).toEqual([
      1_000, 2_000, 4_000, 30_000,
    ]);
  });
});

describe("who sells", () => {
  it("is the operator where the own wallet has opened the page, and else the project, wherever it leads back to", () => {
    const seller = { name: "Coin Shop", address: null, support: null };
    const of = { ...stateOf("amount").session, project: "Coffee", return_url: "https://pay.example/wallet" };
    const names = (of_wallet: boolean) => sellerNames({ session: { ...of, of_wallet }, seller }, "Pay");
    expect(names(true)).toEqual({ head: "Coin Shop", foot: "Coin Shop" });
    expect(names(false)).toEqual({ head: "Coffee", foot: "Pay" });
  });
});

describe("the step that is shown", () => {
  const idle = { choosing: false, asking: false, left: undefined };
  const shown = (step: State["step"], purchase: Purchase | null, doing = {}) =>
    shownStep(stateOf(step, purchase), { ...idle, ...doing });

  it("is the service's, and the amount as long as a person wants another one and may have it", () => {
    const begun = { ...PURCHASE, state: "requires_payment" };
    const quoted = { ...PURCHASE, state: "quoted" };
    for (const step of ["amount", "email", "code", "identity", "identity_wait"] as const) {
      expect(shown(step, null)).toBe(step);
      expect(shown(step, null, { choosing: true })).toBe("amount");
    }
    expect(shown("card", quoted)).toBe("card");
    expect(shown("card", quoted, { choosing: true })).toBe("amount");
    expect(shown("card", begun, { choosing: true })).toBe("card");
    for (const step of ["working", "done", "failed", "expired"] as const)
      expect(shown(step, begun, { choosing: true })).toBe(step);
  });

  it("stays the card while the bank asks in it, and the amount once a failed purchase was left", () => {
    expect(shown("challenge", PURCHASE)).toBe("challenge");
    expect(shown("challenge", PURCHASE, { asking: true })).toBe("card");
    expect(shown("working", PURCHASE, { asking: true })).toBe("card");
    expect(shown("done", PURCHASE, { asking: true })).toBe("done");
    expect(shown("failed", PURCHASE, { left: "p1" })).toBe("amount");
    expect(shown("failed", PURCHASE, { left: "p0" })).toBe("failed");
    expect(shown("failed", null)).toBe("failed");
  });

  it("leads out of the page before a card is asked for, and never while one is charged", () => {
    const before = (["amount", "email", "code", "identity", "identity_wait"] as const).map((step) => shown(step, null));
    expect(before.map(isBeforePurchase)).toEqual(before.map(() => true));
    for (const step of ["card", "challenge", "working"] as const)
      expect(isBeforePurchase(shown(step, PURCHASE, { asking: true }))).toBe(false);
    for (const step of ["card", "challenge", "working", "on_hold", "done", "refunded"] as const)
      expect(isBeforePurchase(shown(step, PURCHASE))).toBe(false);
  });
});

describe("the page key", () => {
  it("is in memory where the browser keeps nothing for frames", () => {
    const keys = keysOf("s1", () => {
      throw new Error("SecurityError");
    });
    expect(keys.read()).toBeUndefined();
    keys.write("rsp_1");
    expect(keys.read()).toBe("rsp_1");
    keys.write(undefined);
    expect(keys.read()).toBeUndefined();
  });
});

describe("the bank's page", () => {
  it.each(["javascript:alert(1)", "data:text/html,x", "//", "http://"])("is not opened at %s", (url) => {
    expect(isOpenable(url, "https://pay.example/ramp/s1")).toBe(false);
  });
  it.each(["https://bank.example/3ds", "/ramp/sandbox/challenge/1"])("is opened at %s", (url) => {
    expect(isOpenable(url, "https://pay.example/ramp/s1")).toBe(true);
  });
});
