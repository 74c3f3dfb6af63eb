import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { Db, Statement } from "#platform/database/db.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { keepReference } from "./keep-reference.ts";

const id = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as PaymentId;

/** A clock whose seconds end when the test says so, and a database that keeps what it is told. */
function given({ attempt = 1, fails = false } = {}) {
  const written: Statement[] = [];
  const second = Promise.withResolvers<void>();
  const clock: Clock = {
    ...machineClock,
    sleep: (_, signal) =>
      Promise.race([second.promise, new Promise<void>((end) => signal?.addEventListener("abort", () => end()))]),
  };
  const query = async (statement: Statement) => {
    written.push(statement);
    if (fails) throw new Error("gone");
    return [];
  };
  const db = { query } as unknown as Db;
  const reference = keepReference({ db, clock, log: pino({ enabled: false }) }, { id, attempt });
  return { reference, written, passSecond: second.resolve };
}

describe("the reference of an attempt", () => {
  it.each(["settled", "failed"] as const)("is written for nobody when it is %s soon", async (kind) => {
    const { reference, written, passSecond } = given();
    reference.named("7.1");
    await reference.answered({ kind });
    passSecond();
    await machineClock.turn();
    expect(written).toEqual([]);
  });

  it.each(["in_flight", "unknown", "not_sent"] as const)("is stored when the node leaves it %s", async (kind) => {
    const { reference, written } = given();
    reference.named("7.1");
    await reference.answered({ kind });
    expect(written).toMatchObject([{ values: expect.arrayContaining(["7.1", id, 1]) }]);
  });

  it("is stored once while the node is at work for longer than a second, before its answer", async () => {
    const { reference, written, passSecond } = given();
    reference.named("7.1");
    reference.named("7.1");
    await machineClock.turn();
    expect(written).toHaveLength(0);
    passSecond();
    await machineClock.turn();
    expect(written).toHaveLength(1);
    await reference.answered({ kind: "settled" });
    expect(written).toHaveLength(1);
  });

  it("is stored at once for a further attempt, whose failure finishes nothing", async () => {
    const { reference, written } = given({ attempt: 2 });
    reference.named("7.1");
    await reference.answered({ kind: "failed" });
    expect(written).toHaveLength(1);
  });

  it("that cannot be stored loses no answer, and one that the node never gave is none", async () => {
    const failing = given({ fails: true });
    failing.reference.named("7.1");
    await failing.reference.answered({ kind: "in_flight" });
    expect(failing.written).toHaveLength(1);
    const nameless = given();
    await nameless.reference.answered({ kind: "in_flight" });
    expect(nameless.written).toEqual([]);
  });
});
