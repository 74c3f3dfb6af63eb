import { describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { DatabaseUnavailable } from "./connection.ts";
import { part, type Statement } from "./db.ts";
import type { Look } from "./look.ts";
import { lookByHand } from "./testing/look.harness.ts";

/** A database that answers as the test says; a statement is known by the expressions in it. */
function given(answer: (text: string) => Promise<object>) {
  const asked: string[] = [];
  const db = {
    async query<Row>({ text }: Statement): Promise<Row[]> {
      asked.push(text.replace(/ as "\d+ [^"]+"| as "[^"]+"/g, ""));
      return [(await answer(text)) as Row];
    },
  };
  let nowMs = 0;
  const late: (() => void)[] = [];
  const clock = {
    monotonicMs: () => nowMs,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        late.push(resolve);
        signal?.addEventListener("abort", () => resolve());
      }),
  } as unknown as Clock;
  const heard: unknown[] = [];
  const { look, run } = lookByHand(db, clock);
  const ask = (name: string, every?: number) =>
    look.ask<{ readonly value: unknown }>(
      () => ({ columns: { value: part`${name}::text` }, answered: (row) => heard.push([name, row?.value]) }),
      every,
    );
  return {
    asked,
    look: look satisfies Look,
    ask,
    run,
    /** What was answered since the last call. */
    heard: () => heard.splice(0),
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** The sleeps under way end. */
    isLate: () => {
      for (const end of late.splice(0)) end();
    },
  };
}

/** As the statement names its columns. */
const rowOf = (text: string, of: (name: string) => unknown) =>
  Object.fromEntries([...text.matchAll(/as "([^"]+)"/g)].map(([, name = ""]) => [name, of(name)]));

const echo = async (text: string) => rowOf(text, (name) => name);
const never = () => new Promise<never>(() => undefined);

describe("a look", () => {
  it("asks for all in one statement, and each hears its own answer", async () => {
    const { ask, run, asked, heard } = given(echo);
    ask("one");
    const end = ask("other");
    await run();
    expect(heard()).toEqual([
      ["one", "0 value"],
      ["other", "1 value"],
    ]);
    end();
    await run();
    expect(heard()).toEqual([["one", "0 value"]]);
    expect(asked).toEqual(["select $1::text, $2::text", "select $1::text"]);
  });

  it("asks nothing while nobody wants to know anything", async () => {
    const { run, asked } = given(echo);
    await run();
    expect(asked).toEqual([]);
  });

  it("asks some questions with every so-many-th look", async () => {
    const { ask, run, heard } = given(echo);
    ask("each");
    ask("third", 3);
    const counts: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      await run();
      counts.push(heard().length);
    }
    expect(counts).toEqual([2, 1, 1, 2, 1, 1, 2]);
  });

  it("asks each by itself when one fails, for a minute", async () => {
    let isMended = false;
    const { ask, run, asked, heard, pass } = given(async (text) => {
      if (!isMended && (text.includes("1 value") || asked.length === 3)) throw new Error("no such table");
      return await echo(text);
    });
    ask("good");
    ask("bad");
    await run();
    expect(new Map(heard() as [string, unknown][])).toEqual(
      new Map([
        ["good", "value"],
        ["bad", undefined],
      ]),
    );
    expect(asked).toHaveLength(3);
    isMended = true;
    pass(59_000);
    await run();
    expect(heard()).toEqual([
      ["good", "value"],
      ["bad", "value"],
    ]);
    expect(asked).toHaveLength(5);
    pass(2_000);
    await run();
    expect(asked).toHaveLength(6);
    expect(heard()).toEqual([
      ["good", "0 value"],
      ["bad", "1 value"],
    ]);
  });

  it("asks each by itself when one is late, and that one not again before it has answered", async () => {
    let hanging: ((row: object) => void) | undefined;
    const { ask, run, asked, heard, isLate } = given((text) => {
      if (text.includes("1 value")) return never();
      if (asked.length === 3) return new Promise((resolve) => (hanging = resolve));
      return echo(text);
    });
    ask("good");
    ask("locked");
    const running = run();
    isLate();
    await expect.poll(() => heard()).toEqual([["good", "value"]]);
    isLate();
    await running;
    expect(heard()).toEqual([["locked", undefined]]);
    await run();
    expect([heard(), asked.length]).toEqual([[["good", "value"]], 4]);
    hanging?.({ value: "at last" });
    await run();
    await run();
    expect(heard()).toContainEqual(["locked", "value"]);
  });

  it("says nothing, once, when the database is gone, and fails as a task", async () => {
    const { ask, run, asked, heard } = given(() => Promise.reject(new DatabaseUnavailable(new Error("gone"))));
    ask("one");
    ask("other");
    await expect(run()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect([heard(), asked.length]).toEqual([
      [
        ["one", undefined],
        ["other", undefined],
      ],
      1,
    ]);
    await expect(run()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(asked).toHaveLength(2);
  });
});
