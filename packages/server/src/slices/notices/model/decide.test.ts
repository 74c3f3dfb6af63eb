import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { NOW, THINGS } from "../testing/things.harness.ts";
import {
  type Decision,
  decide,
  MAILS_A_DAY,
  MAILS_FROM_OUTSIDE_A_DAY,
  OVER_AFTER_MS,
  type Situation,
  THINGS_A_MAIL,
} from "./decide.ts";
import { isFromOutside, keyOf, type Thing, type Told } from "./thing.ts";

const MINUTE_MS = 60_000;
const yes = () => true;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const thingOf = (kind: Thing["kind"]) => THINGS.find((thing) => thing.kind === kind) as Thing;
const PAUSE = thingOf("sending_paused");
const WEBHOOK = thingOf("webhook_failing");

const situation = (changes: Partial<Situation> = {}): Situation => ({
  now: NOW,
  things: [],
  told: [],
  mails: 0,
  isKnown: yes,
  isWanted: yes,
  ...changes,
});

const toldOf = ({ kind, subject }: Thing, overSince?: Date): Told => ({
  kind,
  subject,
  about: {},
  toldAt: NOW,
  overSince,
});

/** What is told after a decision. */
function afterwards(told: readonly Told[], { kept, ended }: Decision): readonly Told[] {
  const changed = new Set([...kept, ...ended].map(keyOf));
  return [...told.filter((one) => !changed.has(keyOf(one))), ...kept];
}

describe("what an address is told", () => {
  it("is what begins, once", () => {
    const first = decide(situation({ things: [PAUSE, WEBHOOK] }));
    expect(first.notice).toEqual({ begun: [PAUSE, WEBHOOK], over: [] });
    const told = afterwards([], first);
    expect(told.map(keyOf)).toEqual([PAUSE, WEBHOOK].map(keyOf));
    const nothing = { kept: [], ended: [], notice: undefined };
    expect(decide(situation({ things: [PAUSE, WEBHOOK], told, now: later(30_000) }))).toEqual(nothing);
    expect(decide(situation())).toEqual(nothing);
  });

  it("is the end once it is over for ten minutes, and what is over for less is told neither as over nor again", () => {
    const left = decide(situation({ told: [toldOf(PAUSE)] }));
    expect(left).toEqual({ kept: [toldOf(PAUSE, NOW)], ended: [], notice: undefined });
    const told = afterwards([toldOf(PAUSE)], left);

    const soon = { told, now: later(OVER_AFTER_MS - 1) };
    expect(decide(situation(soon)).notice).toBeUndefined();
    const back = decide(situation({ ...soon, things: [PAUSE] }));
    expect(back).toEqual({ kept: [toldOf(PAUSE)], ended: [], notice: undefined });

    const over = decide(situation({ told, now: later(OVER_AFTER_MS) }));
    expect(over).toEqual({
      kept: [],
      ended: [{ kind: PAUSE.kind, subject: PAUSE.subject }],
      notice: { begun: [], over: told },
    });
  });

  it("is no end that cannot be known, and none of what nobody watches any more", () => {
    const told = [toldOf(PAUSE), toldOf(WEBHOOK, later(-OVER_AFTER_MS))];
    expect(decide(situation({ told, isKnown: () => false }))).toEqual({ kept: [], ended: [], notice: undefined });
    const unwanted = decide(situation({ told, isWanted: () => false }));
    expect(unwanted.notice).toBeUndefined();
    expect(unwanted.ended.map(keyOf)).toEqual(told.map(keyOf));
  });

  it("waits for another day when the address got its mails, and what comes from outside leaves half of them", () => {
    const things = [PAUSE, WEBHOOK];
    const mails = (count: number) => decide(situation({ things, mails: count })).notice?.begun;
    expect(mails(MAILS_FROM_OUTSIDE_A_DAY - 1)).toEqual(things);
    expect(mails(MAILS_FROM_OUTSIDE_A_DAY)).toEqual([PAUSE]);
    expect(mails(MAILS_A_DAY - 1)).toEqual([PAUSE]);
    expect(mails(MAILS_A_DAY)).toBeUndefined();

    const told = [toldOf(WEBHOOK, later(-OVER_AFTER_MS))];
    const waits = decide(situation({ told, mails: MAILS_FROM_OUTSIDE_A_DAY }));
    expect(waits).toEqual({ kept: [], ended: [], notice: undefined });
    expect(decide(situation({ told })).notice?.over).toEqual(told);
  });

  it("is at most so much in one mail, and the rest with the next", () => {
    const things = Array.from({ length: 30 }, (_, i): Thing => ({ ...WEBHOOK, subject: `endpoint-${i}` }) as Thing);
    const first = decide(situation({ things }));
    expect(first.notice?.begun).toEqual(things.slice(0, THINGS_A_MAIL));
    const rest = decide(situation({ things, told: afterwards([], first) }));
    expect(rest.notice?.begun).toEqual(things.slice(THINGS_A_MAIL));
    const told = things.map((thing) => toldOf(thing, later(-OVER_AFTER_MS)));
    const over = decide(situation({ told, things: [PAUSE] }));
    expect(over.notice?.begun).toEqual([PAUSE]);
    expect(over.notice?.over).toHaveLength(THINGS_A_MAIL - 1);
  });

  it("is for each thing a beginning, an end, a beginning and so on, and never more mails than a day has", () => {
    const pool = [PAUSE, thingOf("lightning_low"), WEBHOOK, thingOf("wallet_low")];
    const step = fc.record({
      holds: fc.subarray(pool),
      known: fc.subarray(pool.map(({ kind }) => kind)),
      minutes: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let [told, now]: [readonly Told[], Date] = [[], NOW];
        const mailedAt: Date[] = [];
        const said = new Map<string, string[]>();
        const say = (key: string, word: string) => said.set(key, [...(said.get(key) ?? []), word]);
        for (const { holds, known, minutes } of steps) {
          now = new Date(now.getTime() + minutes * MINUTE_MS);
          const mails = mailedAt.filter((at) => now.getTime() - at.getTime() < 24 * 60 * MINUTE_MS).length;
          const isKnown = (name: { kind: Thing["kind"] }) => known.includes(name.kind);
          const decision = decide(situation({ now, things: holds, told, mails, isKnown }));
          told = afterwards(told, decision);
          if (decision.notice === undefined) continue;
          mailedAt.push(now);
          expect(mails).toBeLessThan(MAILS_A_DAY);
          const fromOutside = [...decision.notice.begun, ...decision.notice.over].some(isFromOutside);
          if (fromOutside) expect(mails).toBeLessThan(MAILS_FROM_OUTSIDE_A_DAY);
          for (const thing of decision.notice.begun) say(keyOf(thing), "begun");
          for (const one of decision.notice.over) say(keyOf(one), "over");
        }
        for (const words of said.values()) expect(words).toEqual(words.map((_, i) => (i % 2 === 0 ? "begun" : "over")));
      }),
      { numRuns: inject("runs") * 200 },
    );
  });
});
