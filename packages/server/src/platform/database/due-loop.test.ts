import { describe, expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { machineClock as clock } from "../machine/clock.ts";
import { part } from "./db.ts";
import { type DueTask, dueLoop } from "./due-loop.ts";
import type { Look, Question } from "./look.ts";

type Row = Readonly<Record<string, unknown>>;

/** A loop whose runs and looks are in the test's hands. */
function given({ take, ...task }: Partial<DueTask> & Pick<DueTask, "take">) {
  let woken = 0;
  let run = async (): Promise<number> => 0;
  const scheduler: Scheduler = {
    loop(_name, intervalMs, task) {
      run = async () => {
        await task(new AbortController().signal);
        return typeof intervalMs === "number" ? intervalMs : intervalMs();
      };
      return {
        wake() {
          woken += 1;
        },
        stop: async () => undefined,
      };
    },
    spawn: () => undefined,
  };
  const questions = new Set<() => Question<Row>>();
  const look: Look = {
    ask(make) {
      const own = make as unknown as () => Question<Row>;
      questions.add(own);
      return () => void questions.delete(own);
    },
    now: () => undefined,
    stop: async () => undefined,
  };
  const isDue = [() => part`one`, () => part`other`];
  const loop = dueLoop({ scheduler, clock, look }, { name: "a.task", isDue, take, ...task });
  return {
    loop,
    run: () => run(),
    answer(of: (columns: readonly string[]) => Row | undefined) {
      woken = 0;
      for (const make of questions) {
        const { columns, answered } = make();
        answered(of(Object.keys(columns)));
      }
      return woken;
    },
  };
}

describe("a loop of what is due", () => {
  const nothing = async () => 0;
  const all = (value: boolean) => (columns: readonly string[]) =>
    Object.fromEntries(columns.map((name) => [name, value]));

  it("rests until a look finds some, by any of its questions", async () => {
    const { run, answer } = given({ take: nothing });
    expect(await run()).toBe(60_000);
    expect(answer(all(false))).toBe(0);
    expect(answer(all(true))).toBe(1);
    expect(answer((columns) => ({ ...all(false)(columns), [columns[1] ?? ""]: true }))).toBe(1);
  });

  it("runs once a second for as long as looks have no answer", async () => {
    const { run, answer } = given({ take: nothing });
    expect(answer(() => undefined)).toBe(1);
    expect(await run()).toBe(1_000);
    answer(all(false));
    expect(await run()).toBe(60_000);
  });

  it("runs again at once until nothing is left, or after pauses that grow where it has one", async () => {
    let left = 3;
    const take = async () => (left > 0 ? left-- : 0);
    expect(await given({ take }).run()).toBe(60_000);
    expect(left).toBe(0);

    left = 1;
    const { run } = given({ take, minMs: 400 });
    expect([await run(), await run(), await run(), await run()]).toEqual([400, 600, 900, 60_000]);
  });

  it("is woken no more when it was stopped", async () => {
    const { loop, answer } = given({ take: nothing });
    await loop.stop();
    expect(answer(all(true))).toBe(0);
  });
});
