import { pino } from "pino";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { findClosure, findHead } from "#ledger";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { lookByHand } from "#platform/database/testing/look.harness.ts";
import { findRestore, rememberBook, type Seen } from "#restore";
import { watchPosition } from "./begin-book.ts";
import { restored } from "./testing/restored.harness.ts";

const INSTALLATION = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("a database that lacks what was seen", (database) => {
  const { anew, given, resolving, kinds } = restored(database);
  beforeEach(anew);

  /** A process that starts with what a witness knows; its watch runs when the test says so. */
  async function process({ clock, random }: Pick<Parameters<typeof rememberBook>[0], "clock" | "random">, known: Seen) {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const book = rememberBook({ clock, random, log }, { installation: INSTALLATION, known: [known] });
    const { verify } = book;
    const db = connect({ url: database().url, role: "leyden_app", max: 4, name: "a process", verify });
    onTestFinished(() => db.close());
    const { look, run } = lookByHand(db, clock);
    let write = async (): Promise<void> => undefined;
    const scheduler = {
      loop(_: string, __: number, task: () => Promise<void>) {
        write = task;
        return { wake: () => undefined, stop: async () => undefined };
      },
    } as unknown as Scheduler;
    const written: Seen[] = [];
    const witness = { read: async () => [known], write: (seen: Seen) => void written.push(seen) };
    watchPosition({ db, book, clock, random, log, scheduler, look }, witness);
    const watch = async () => {
      await run();
      await write();
    };
    return { db, lines, written, watch };
  }

  it("is told like every restore: closed, paused, an incident for each payment, one line of the log", async () => {
    const driving = await given();
    const { drive } = driving.world;
    const payment = await resolving(driving);
    const head = await findHead(database().db);
    const { db, lines, watch, written } = await process(drive, {
      no: (head.no + 1n) as Seen["no"],
      hash: head.hash,
      epoch: undefined,
    });

    await Promise.all(Array.from({ length: 4 }, () => findClosure(db)));
    expect(await findClosure(db)).toBe("restoring");
    expect(await findRestore(db)).toMatchObject({ cause: "book_went_back" });
    // the process may die here: another start finds the restore, and tells it
    await watch();
    await watch();

    expect(await kinds()).toEqual(["restore"]);
    expect((await driving.reread(payment)).onHoldFor).toBe("restore");
    expect(await driving.incidentsOf(payment)).toEqual(["restored"]);
    expect(lines.filter((line) => line === "restore.opened")).toHaveLength(1);
    expect(written).toMatchObject([head]);

    const second = await process(drive, { ...head, epoch: written[0]?.epoch ?? 0n });
    await findClosure(second.db);
    await second.watch();
    expect(second.lines).toEqual([]);
    expect(await driving.incidentsOf(payment)).toEqual(["restored"]);
  });

  it("is told by the next start when the process that found it died before", async () => {
    const driving = await given();
    const { drive } = driving.world;
    const payment = await resolving(driving);
    const head = await findHead(database().db);
    const seen = { no: (head.no + 1n) as Seen["no"], hash: head.hash, epoch: undefined };
    await findClosure((await process(drive, seen)).db);
    expect(await driving.incidentsOf(payment)).toEqual([]);

    const { watch } = await process(drive, { ...head, epoch: undefined });
    await watch();
    expect(await kinds()).toEqual(["restore"]);
    expect(await driving.incidentsOf(payment)).toEqual(["restored"]);
  });
});
