import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { listAttempts } from "#slices/payments/store/payments.ts";
import { FUNDS, givenDriving, MINUTE } from "#slices/payments/testing/driving.harness.ts";

const SENDER = join(import.meta.dirname, "testing/crashing-sender.harness.ts");

onDatabase("a process that is killed while it sends", (database) => {
  it.each([
    { point: "line", when: "between the line and the row", lines: 1, attempts: 0 },
    { point: "row", when: "between the row and the line", lines: 0, attempts: 1 },
    { point: "both", when: "between both and the call of the node", lines: 1, attempts: 1 },
  ])("$when has not sent; the payment goes out once, by another process", async ({ point, lines, attempts }) => {
    const on = givenJournal();
    const { world, clock, caller, pay, later, reread, breaches } = await givenDriving(database());
    const drive = world.pay.driver;
    world.pay.driver = undefined;
    const invoice = world.invoice({ amount: sats(100n) }).text;
    const payment = await pay({ destination: { kind: "invoice", invoice } });

    const words = [database().url, on.folder, on.installation, clock.now().toISOString(), payment.id, point];
    const child = spawn(process.execPath, [SENDER, ...words], { stdio: ["ignore", "pipe", "inherit"] });
    const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect({ said, signal }).toEqual({ said: "", signal: "SIGKILL" });

    const { lines: read, report } = await on.read();
    expect(read.filter(({ line }) => line.id === payment.id)).toHaveLength(lines);
    expect(report.processes.every(({ isWhole }) => isWhole)).toBe(true);
    expect(await listAttempts(database().db, payment.id)).toHaveLength(attempts);

    world.pay.driver = drive;
    for (let minute = 0; minute < 5; minute += 1) await later(MINUTE);
    expect((await reread(payment)).progress.kind).toBe("completed");
    expect(world.node.requests).toHaveLength(1);
    expect(world.journal.entries.filter(({ id }) => id === payment.id)).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });
});
