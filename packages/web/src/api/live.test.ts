import { describe, expect, it } from "vitest";
import { type Change, EVERYTHING, type LiveMachine, type LiveState, openLive, type Why, whyOf } from "./live.ts";
import { isOld } from "./use-live.ts";

/** Windows of one browser, with streams that tests speak in. */
function givenBrowser({ locks: hasLocks = true, place = undefined as string | undefined } = {}) {
  const service = { why: "lost" as Why | Promise<Why>, asked: [] as string[] };
  let nowMs = 0;
  const sources: {
    url: string;
    closed: boolean;
    state: number;
    say(type: string, data?: object, id?: string): void;
  }[] = [];
  const channels = new Set<{ listener?: (event: { data: unknown }) => void }>();
  const waiting: { readonly lead: () => Promise<void>; readonly signal: AbortSignal }[] = [];
  let isHeld = false;
  const give = () => {
    const next = isHeld ? undefined : waiting.shift();
    if (next === undefined) return;
    if (next.signal.aborted) return give();
    isHeld = true;
    void next.lead().then(() => {
      isHeld = false;
      give();
    });
  };
  const locks = {
    async request(_: string, { signal }: { signal: AbortSignal }, lead: () => Promise<void>) {
      waiting.push({ lead, signal });
      give();
    },
  };
  const open = () => {
    let isHidden = false;
    let look: () => void = () => undefined;
    const timers: { ms: number; act: () => void; off: boolean }[] = [];
    const machine: LiveMachine = {
      openSource(url) {
        const listeners = new Map<string, (event: unknown) => void>();
        const source = {
          url,
          closed: false,
          state: 1,
          say: (type: string, data: object = {}, id = "") =>
            listeners.get(type)?.({ data: JSON.stringify(data), lastEventId: id }),
        };
        sources.push(source);
        return {
          get readyState() {
            return source.state;
          },
          addEventListener: (type: string, listener: unknown) => void listeners.set(type, listener as never),
          close: () => {
            source.closed = true;
          },
        } as never;
      },
      openChannel() {
        const own: { listener?: (event: { data: unknown }) => void } = {};
        channels.add(own);
        return {
          addEventListener: (_: string, listener: never) => {
            own.listener = listener;
          },
          close: () => channels.delete(own),
          postMessage: (data: unknown) => {
            for (const other of channels) if (other !== own) other.listener?.({ data });
          },
        } as never;
      },
      locks: hasLocks ? (locks as never) : undefined,
      async askWhy(url) {
        service.asked.push(url);
        return await service.why;
      },
      nowMs: () => nowMs,
      isHidden: () => isHidden,
      watch(listener) {
        look = listener;
        return () => undefined;
      },
      later(ms, act) {
        const timer = { ms, act, off: false };
        timers.push(timer);
        return () => {
          timer.off = true;
        };
      },
    };
    const changes: Change[] = [];
    const states: LiveState[] = [];
    const close = openLive(
      { path: "/stream", place, onChange: (change) => changes.push(change), onState: (state) => states.push(state) },
      machine,
    );
    return {
      changes,
      states,
      close,
      /** The last timer that runs. */
      timer: () => timers.findLast(({ off }) => !off),
      show(isSeen: boolean) {
        isHidden = !isSeen;
        look();
      },
    };
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { open, sources, service, pass, live: () => sources.filter(({ closed }) => !closed) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const PAID = { type: "payment.completed", objectId: "p1" };

describe("the stream of changes", () => {
  it("is one for eight windows, which all hear of a change and whether it lives", async () => {
    const browser = givenBrowser();
    const windows = Array.from({ length: 8 }, browser.open);
    expect(browser.live()).toHaveLength(1);
    browser.sources[0]?.say("open");
    browser.sources[0]?.say("change", PAID, "e1");
    for (const { changes, states } of windows) {
      expect(changes).toEqual([EVERYTHING, PAID]);
      expect(states.at(-1)).toBe("open");
    }
    const late = browser.open();
    expect(late.states).toEqual(["open"]);
  });

  it("makes old what was read before it was open, and nothing when it only goes on", () => {
    const browser = givenBrowser();
    const only = browser.open();
    expect(only.changes).toEqual([]);
    browser.sources[0]?.say("open");
    expect(only.changes).toEqual([EVERYTHING]);
    browser.sources[0]?.say("error");
    browser.sources[0]?.say("open"); // the browser itself says from where
    browser.sources[0]?.say("change", PAID, "e1");
    only.timer()?.act();
    browser.sources[1]?.say("open");
    expect([browser.sources[1]?.url, only.changes]).toEqual(["/stream?after=e1", [EVERYTHING, PAID]]);
  });

  it("goes on in another window from where it was, when the first one is closed or hidden", async () => {
    const browser = givenBrowser();
    const [one, two, three] = [browser.open(), browser.open(), browser.open()];
    browser.sources[0]?.say("change", PAID, "e1");
    one.close();
    await settle();
    expect(browser.live().map(({ url }) => url)).toEqual(["/stream?after=e1"]);
    two.show(false);
    await settle();
    expect(browser.live()).toHaveLength(1);
    browser.live()[0]?.say("change", PAID, "e2");
    expect([one, two, three].map(({ changes }) => changes.length)).toEqual([1, 1, 2]);
  });

  it("is of each window where the page has no TLS", () => {
    const browser = givenBrowser({ locks: false });
    browser.open();
    browser.open();
    expect(browser.live()).toHaveLength(2);
  });

  it("is closed while nobody looks, and then everything is read again", async () => {
    const browser = givenBrowser();
    const only = browser.open();
    only.show(false);
    await settle();
    expect(browser.live()).toEqual([]);
    only.show(true);
    await settle();
    expect(browser.live()).toHaveLength(1);
    expect(only.changes).toEqual([EVERYTHING]);
    only.show(true);
    expect(browser.live()).toHaveLength(1);
  });

  it("is opened anew when it is silent for longer than it may, as after a sleep", () => {
    const browser = givenBrowser();
    const only = browser.open();
    browser.sources[0]?.say("change", PAID, "e1");
    const before = only.timer();
    browser.sources[0]?.say("heartbeat");
    expect(before?.off).toBe(true);
    expect(only.timer()?.ms).toBe(45_000);
    only.timer()?.act();
    expect(browser.sources.map(({ url, closed }) => [url, closed])).toEqual([
      ["/stream", true],
      ["/stream?after=e1", false],
    ]);
  });

  it("makes nothing old that was read after the place that it begins with, also in the next window", async () => {
    const browser = givenBrowser({ place: "before" });
    const [one, two] = [browser.open(), browser.open()];
    expect(browser.live().map(({ url }) => url)).toEqual(["/stream?after=before"]);
    browser.sources[0]?.say("open");
    one.close();
    await settle();
    expect(browser.live().map(({ url }) => url)).toEqual(["/stream?after=before"]);
    browser.sources[1]?.say("open");
    expect([one.changes, two.changes]).toEqual([[], []]);
  });

  it("makes everything old after a sleep of an hour: what happened was not written", () => {
    const browser = givenBrowser({ place: "before" });
    const only = browser.open();
    browser.sources[0]?.say("open");
    browser.pass(3_600_000);
    browser.sources[0]?.say("open"); // the browser itself was first
    expect(only.changes).toEqual([]);
    browser.pass(3_600_001);
    browser.sources[0]?.say("open");
    expect(only.changes).toEqual([EVERYTHING]);
    browser.sources[0]?.say("change", PAID, "e1");
    browser.pass(3_600_001);
    only.timer()?.act();
    expect(only.changes).toEqual([EVERYTHING, PAID]);
    browser.sources[1]?.say("open");
    expect(only.changes).toEqual([EVERYTHING, PAID, EVERYTHING]);
  });

  type Browser = ReturnType<typeof givenBrowser>;
  const refuse = async (browser: Browser, only: ReturnType<Browser["open"]>, why: Why | Promise<Why>) => {
    browser.service.why = why;
    const source = browser.live().at(-1);
    if (source !== undefined) source.state = 2;
    source?.say("error");
    expect([only.states.at(-1), only.timer()?.ms]).toEqual(["lost", 1_000]);
    only.timer()?.act();
    await settle();
  };

  it("is lost while the browser tries, and says why the service opens none: it has no place, or it starts", async () => {
    const browser = givenBrowser({ place: "before" });
    const only = browser.open();
    browser.sources[0]?.say("error");
    expect([only.states.at(-1), browser.service.asked]).toEqual(["lost", []]);
    await refuse(browser, only, "full");
    expect([only.states.at(-1), only.timer()?.ms]).toEqual(["full", 30_000]);
    expect(browser.service.asked).toEqual(["/stream?after=before"]);
    only.timer()?.act();
    await refuse(browser, only, "lost");
    expect([only.states.at(-1), only.timer()?.ms]).toEqual(["lost", 5_000]);
    only.timer()?.act();
    expect(browser.sources).toHaveLength(3);
    await refuse(browser, only, "open");
    expect(browser.sources).toHaveLength(4);
  });

  it("ends when the person may not see it any more, and when it is closed before it knows why", async () => {
    const browser = givenBrowser();
    const only = browser.open();
    await refuse(browser, only, "ended");
    expect(only.states.at(-1)).toBe("ended");
    expect(browser.sources).toHaveLength(1);
    const other = givenBrowser();
    const gone = other.open();
    const { promise, resolve } = Promise.withResolvers<Why>();
    await refuse(other, gone, promise);
    gone.close();
    await settle();
    resolve("open");
    await settle();
    expect(other.sources).toHaveLength(1);
  });

  it.each<[number, string | undefined, Why]>([
    [503, "page_streams_full", "full"],
    [503, "unavailable", "lost"],
    [502, undefined, "lost"],
    [429, "rate_limited", "lost"],
    [401, "login_needed", "ended"],
    [404, "project_not_found", "ended"],
  ])("takes an answer of %s with the code %s for %s", async (status, code, why) => {
    const text = code === undefined ? "<html>" : JSON.stringify({ error: { code, message: "no" } });
    expect(await whyOf(new Response(text, { status }))).toBe(why);
  });
});

describe("what a change makes old", () => {
  const root = ["project", "1"];
  const old = (type: string, key: readonly unknown[], also?: unknown) => isOld({ type }, root, key, also);

  it("is what has its noun, one or many, or names it", () => {
    expect(old("payment.completed", ["project", "1", "payments", {}])).toBe(true);
    expect(old("payment.completed", ["project", "1", "payment", "p1"])).toBe(true);
    expect(old("payment.completed", ["project", "1", "overview"], ["payment"])).toBe(true);
    expect(old("payment.completed", ["project", "1", "overview"])).toBe(false);
    expect(old("charge.completed", ["project", "1", "payments"])).toBe(false);
    expect(old("wallet.changed", ["project", "1", "wallet"])).toBe(true);
  });

  it("is everything of this project, and nothing of another one", () => {
    expect(old("everything.changed", ["project", "1", "keys"])).toBe(true);
    expect(old("everything.changed", ["project", "2", "keys"])).toBe(false);
    expect(old("payment.completed", ["project", "2", "payments"])).toBe(false);
    expect(old("payment.completed", ["me"])).toBe(false);
    expect(isOld({ type: "payment.completed" }, [], ["payments"], undefined)).toBe(true);
  });

  it("is nothing that a person asks for", () => {
    expect(isOld({ type: "everything.changed" }, [], ["redeem", "key"], false)).toBe(false);
  });
});
