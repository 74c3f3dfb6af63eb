import { describe, expect, it } from "vitest";
import { CallFailed } from "../../api/failure.ts";
import { forgetTab } from "../../ui/forget-tab.ts";
import { keptIn } from "./kept.ts";
import { makeOnce, type Sent } from "./make-once.ts";

const FORM = { key: "k", body: { amount: "1" }, at: 1 };
const paused = (code: string) => new CallFailed({ code, message: "x", status: 503 });
const failed = (status: number, loginPath?: string) =>
  new CallFailed({ code: "x", message: "x", status, ...(loginPath !== undefined && { loginPath }) });

/** As the browser has it: what is kept are its own properties. */
function storage(): Storage {
  const kept: Record<string, string> = {};
  const calls = {
    getItem: (name: string) => kept[name] ?? null,
    setItem(name: string, text: string) {
      kept[name] = text;
    },
    removeItem(name: string) {
      delete kept[name];
    },
  };
  return new Proxy(calls, {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: (_, name) =>
      name in kept ? { enumerable: true, configurable: true, value: kept[String(name)] } : undefined,
  }) as unknown as Storage;
}

describe("a form that makes something once", () => {
  const fails = (error: unknown) => ({ send: () => Promise.reject(error) });
  const given = () => {
    const all = storage();
    return { all, kept: keptIn<Sent<{ amount: string }, { id: string }>>(() => all, ["ann", "shop", "charge"]) };
  };

  it("keeps what it asks before it asks, and what was made until it was seen", async () => {
    const { kept } = given();
    const outcome = await makeOnce(kept, FORM, {
      async send(body, key) {
        expect(kept.read()).toEqual({ kind: "asked", ...FORM });
        return { id: `${key}${body.amount}` };
      },
    });
    expect(outcome).toEqual({ kind: "made", made: { id: "k1" } });
    expect(kept.read()).toEqual(outcome);
  });

  it.each([
    ["an answer that got lost", failed(0), "unknown", true],
    ["a service that failed", failed(503), "unknown", true],
    ["a service that is being restored", paused("restoring"), "refused", false],
    ["a service that sends nothing for now", paused("sending_paused"), "refused", false],
    ["a refusal", failed(400), "refused", false],
    ["a login that is too old", failed(403, "/login"), "login", true],
  ])("after %s knows whether to ask again", async (_, error, kind, stays) => {
    const { kept } = given();
    expect(await makeOnce(kept, FORM, fails(error))).toEqual({ kind, error });
    expect(kept.read() !== undefined).toBe(stays);
  });

  it("is not forgotten when it is asked about again and the service has no room for now", async () => {
    const { kept } = given();
    expect((await makeOnce(kept, FORM, fails(failed(0)))).kind).toBe("unknown");
    expect((await makeOnce(kept, FORM, fails(failed(429)))).kind).toBe("unknown");
    expect(kept.read()).toEqual({ kind: "asked", ...FORM });
    const other = { ...FORM, key: "other" };
    expect((await makeOnce(kept, other, fails(failed(429)))).kind).toBe("refused");
  });

  it("is not sent by itself after a login, unless nobody knows what became of it before", async () => {
    const { kept } = given();
    const tooOld = failed(403, "/login");
    await makeOnce(kept, FORM, fails(tooOld));
    expect(kept.read()).toEqual({ kind: "asked", ...FORM, needsLogin: true });
    expect(await makeOnce(kept, FORM, fails(failed(0)))).toMatchObject({ kind: "unknown" });
    expect(await makeOnce(kept, FORM, fails(tooOld))).toEqual({ kind: "unknown", error: tooOld });
    expect(kept.read()).toEqual({ kind: "asked", ...FORM });
  });

  it("keeps no secret: the same call shows it again", async () => {
    const { all, kept } = given();
    const make = { send: async () => ({ id: "whsec_1" }), isSecret: true };
    expect(await makeOnce(kept, FORM, make)).toEqual({ kind: "made", made: { id: "whsec_1" } });
    expect(kept.read()).toEqual({ kind: "asked", ...FORM });
    expect(JSON.stringify(all)).not.toContain("whsec");
  });

  it("is sent once while its answer is waited for, also from a page that was opened again", async () => {
    const { kept } = given();
    const answer = Promise.withResolvers<{ id: string }>();
    let sent = 0;
    const send = () => {
      sent++;
      return answer.promise;
    };
    const both = [makeOnce(kept, FORM, { send }), makeOnce(kept, FORM, { send })];
    answer.resolve({ id: "with its link" });
    expect(await Promise.all(both)).toEqual(Array(2).fill({ kind: "made", made: { id: "with its link" } }));
    expect(sent).toBe(1);
  });

  it("is forgotten at the logout, and works where the browser keeps nothing", async () => {
    const { all, kept } = given();
    kept.write({ kind: "asked", ...FORM });
    all.setItem("other", "stays");
    all.setItem("leyden-kept draft ann key", "typed");
    forgetTab(() => all);
    const left = [kept.read(), all.getItem("leyden-kept draft ann key"), all.getItem("other")];
    expect(left).toEqual([undefined, null, "stays"]);
    const none = keptIn<Sent<unknown, string>>(() => {
      throw new Error("no storage");
    }, ["ann"]);
    expect(await makeOnce(none, FORM, { send: async () => "made" })).toEqual({ kind: "made", made: "made" });
    expect([none.read(), none.write({ kind: "made", made: "x" })]).toEqual([undefined, false]);
  });
});
