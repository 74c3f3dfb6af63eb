import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGES, TEXTS } from "../../server/src/texts/language.ts";
import { TEXTS_FILE, widgetTexts } from "../build/texts.ts";
import type { RampOptions } from "./options.ts";
import { rampIn } from "./ramp.ts";
import { sessionIdOf } from "./session-id.ts";
import { fakeWindow, ID, TOKEN } from "./window.harness.ts";

const ORIGIN = "https://pay.example";
const PURCHASE = { purchaseId: "p1", amount: "1000", destination: null, sourceAmount: "5.00", sourceCurrency: "EUR" };
const FAILURE = { code: "card_declined", message: "No.", purchaseId: "p1" };

/** A ramp that is mounted; `say` speaks as its own frame unless told otherwise. */
function given(changes: Partial<RampOptions> = {}) {
  const world = fakeWindow();
  const seen: unknown[] = [];
  const record =
    (name: string) =>
    (...data: unknown[]) =>
      void seen.push([name, ...data]);
  const ramp = rampIn(world.window, {
    sessionToken: TOKEN,
    baseUrl: `${ORIGIN}/`,
    container: world.container,
    onSuccess: record("success"),
    onError: record("error"),
    onClose: record("close"),
    onReady: record("ready"),
    onStepChange: record("step"),
    ...changes,
  });
  ramp.mount();
  const fields = () => new URLSearchParams(new URL(world.frames[0]?.src ?? "").hash.slice(1));
  const say = (type: string, data?: unknown, as: { source?: unknown; origin?: unknown; channel?: unknown } = {}) =>
    world.say({
      source: "source" in as ? as.source : world.frames[0]?.contentWindow,
      origin: String(as.origin ?? ORIGIN),
      data: { leyden: "ramp", channel: as.channel ?? fields().get("channel"), type, data },
    });
  return { ...world, ramp, seen, say, sayAny: world.say, fields };
}

describe("a ramp", () => {
  it("shows the page of the session that the token names, with what the page must know in the fragment", () => {
    const { frames, fields } = given({ theme: "dark", locale: "de" });
    expect(frames).toHaveLength(1);
    const { src, title, allow } = frames[0] ?? {};
    expect(String(src).split("#")[0]).toBe(`${ORIGIN}/ramp/${ID}`);
    expect(Object.fromEntries(fields())).toEqual({
      token: TOKEN,
      channel: expect.stringMatching(/^[0-9a-f]{32}$/),
      parent: "https://shop.example",
      theme: "dark",
      locale: "de",
    });
    expect(title).toBe("Buy bitcoin");
    expect(allow).toBe("payment; publickey-credentials-get; clipboard-write");
  });

  it("says why to the developer, and something to the person, when its page does not start in 10 seconds", () => {
    const { pass, seen, frames, say, fields } = given({ locale: "de-AT" });
    expect(pass()).toEqual([10_000]);
    const failure = {
      code: "ramp_not_started",
      message:
        "https://pay.example did not start within 10 seconds. If https://shop.example is no allowed origin of the project, " +
        "the operator of the service allows it with the command: ramp origins <project> https://shop.example",
      purchaseId: null,
    };
    expect(seen).toEqual([["error", failure]]);
    const [notice, frame] = frames;
    expect(notice?.textContent).toMatch(/^Der Kauf konnte nicht/);
    expect(frame?.style.display).toBe("none");
    frames.reverse(); // the frame is the first again for `say`
    expect(fields().get("locale")).toBe("de-AT");
    say("ready"); // late
    expect(frames).toEqual([frame]);
    expect(frame?.style.display).toBe("block");
    expect(seen.slice(1)).toEqual([["ready"]]);
  });

  it.each(LANGUAGES)("says it to the person in %s, as the server has it: `npm run texts` writes it", (language) => {
    expect(readFileSync(TEXTS_FILE, "utf8") === widgetTexts()).toBe(true);
    const { pass, frames } = given({ locale: language });
    pass();
    expect(frames[0]?.textContent).toBe(TEXTS[language].widget_not_started);
  });

  it("that starts, or is taken away, says nothing of that kind", () => {
    const started = given();
    started.say("ready");
    expect(started.pass()).toEqual([]);
    const gone = given();
    gone.ramp.unmount();
    expect(gone.pass()).toEqual([]);
    const stranger = given();
    stranger.say("ready", undefined, { origin: "https://pay.example.evil" });
    expect(stranger.pass()).toEqual([10_000]);
    expect(stranger.frames[0]?.textContent).toMatch(/^The purchase could not/);
  });

  it("takes a session id and a container's selector as well, and a base URL with a path", () => {
    const { frames } = given({
      sessionToken: "anything",
      sessionId: "s1",
      container: "#ramp",
      baseUrl: `${ORIGIN}/leyden`,
    });
    expect(frames[0]?.src.split("#")[0]).toBe(`${ORIGIN}/leyden/ramp/s1`);
  });

  it.each(["", "rst_", `${TOKEN}A`, TOKEN.slice(1), TOKEN.toUpperCase(), TOKEN.replace("_0", "_g")])(
    "refuses %j, which is no token",
    (token) => {
      expect(() => sessionIdOf(token)).toThrow(TypeError);
      expect(() => given({ sessionToken: token })).toThrow(TypeError);
    },
  );

  it("refuses a base URL that is none, and a container that is not there", () => {
    expect(() => given({ baseUrl: "pay.example" })).toThrow(TypeError);
    expect(() => given({ container: "#nowhere" })).toThrow(TypeError);
  });

  it("calls back what its frame says", () => {
    const { seen, say, frames } = given();
    say("ready");
    say("step", { step: "email" });
    say("success", PURCHASE);
    say("error", FAILURE);
    say("resize", { height: 612.4 });
    expect(seen).toEqual([["ready"], ["step", { step: "email" }], ["success", PURCHASE], ["error", FAILURE]]);
    expect(frames[0]?.style.height).toBe("613px");
  });

  it("keeps the frame within bounds", () => {
    const { say, frames } = given();
    say("resize", { height: 1e9 });
    expect(frames[0]?.style.height).toBe("4000px");
    say("resize", { height: -1 });
    expect(frames[0]?.style.height).toBe("160px");
    say("resize", { height: "9px; position: fixed" });
    expect(frames[0]?.style.height).toBe("160px");
  });

  it.each([
    ["another window", { source: {} }],
    ["no window", { source: null }],
    ["an origin that contains ours", { origin: `${ORIGIN}.evil.example` }],
    ["an origin that ends with ours", { origin: "https://evil-pay.example" }],
    ["our host without TLS", { origin: "http://pay.example" }],
    ["our host at another port", { origin: `${ORIGIN}:8443` }],
    ["another channel", { channel: "0".repeat(32) }],
    ["an empty channel", { channel: "" }],
  ])("does not listen to %s", (_who, as) => {
    const { seen, say, frames } = given();
    for (const type of ["ready", "close"]) say(type, undefined, as);
    say("success", PURCHASE, as);
    say("error", FAILURE, as);
    say("resize", { height: 700 }, as);
    expect(seen).toEqual([]);
    expect(frames[0]?.style.height).toBeUndefined();
  });

  it.each([undefined, null, "ready", 1, {}, { type: "close" }])("does not mind a message that is %j", (data) => {
    const { seen, frames, sayAny } = given();
    sayAny({ source: frames[0]?.contentWindow, origin: ORIGIN, data });
    expect(seen).toEqual([]);
  });

  it("tells of each purchase once, and of each failure once, however often its frame is loaded", () => {
    const { seen, say, ramp } = given();
    say("success", PURCHASE);
    say("success", PURCHASE);
    say("error", FAILURE);
    ramp.unmount();
    ramp.mount();
    say("success", PURCHASE);
    say("error", FAILURE);
    say("success", { ...PURCHASE, purchaseId: "p2" });
    say("error", { ...FAILURE, code: "expired", purchaseId: null });
    say("error", { ...FAILURE, code: "expired", purchaseId: null });
    expect(seen.map((event) => (event as string[])[0])).toEqual(["success", "error", "success", "error"]);
  });

  it("closes once, and its frame is gone by then", () => {
    const left: number[] = [];
    const { say, sayAny, frames, listeners, fields } = given({ onClose: () => void left.push(frames.length) });
    const [frame] = frames;
    const data = { leyden: "ramp", channel: fields().get("channel"), type: "close" };
    say("close");
    sayAny({ source: frame?.contentWindow, origin: ORIGIN, data });
    expect(left).toEqual([0]);
    expect(listeners.size).toBe(0);
  });

  it("has one frame however often it is mounted, another channel each time, and none once it is destroyed", () => {
    const { ramp, frames, listeners, fields } = given();
    const [first] = frames;
    const channel = fields().get("channel");
    ramp.mount();
    expect(frames).toEqual([first]);
    expect(listeners.size).toBe(1);
    ramp.unmount();
    expect([frames.length, listeners.size]).toEqual([0, 0]);
    ramp.mount();
    expect(fields().get("channel")).not.toBe(channel);
    ramp.destroy();
    ramp.mount();
    expect([frames.length, listeners.size]).toEqual([0, 0]);
  });
});
