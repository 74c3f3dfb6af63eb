import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { countStatements } from "#platform/database/testing/count-statements.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { steppedScheduler } from "#platform/machine/testing/stepped-scheduler.harness.ts";
import { givenStarted } from "./testing/started.harness.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** They wait for the node. */
const WAITING = ["payments.follow_outcomes", "receiving.follow_receipts"];
/** How many snapshots an audit takes depends on how fast the machine is: what each costs is not counted. */
const OF_SNAPSHOTS = ["begin", "commit", "select posting_no as no, head as hash from ledger.book"];
/** Statements a second beside these, most of the audit and the comparison with the node. Without looks: 25. */
const IDLE_MAX = 6;

onDatabase("a service", (database) => {
  it("sends the database one statement a second and few others while nothing happens", async () => {
    const { scheduler, pass, runs, failures } = steppedScheduler(WAITING);
    await givenStarted(database(), {}, { taskScheduler: scheduler });
    await pass(2 * MINUTE); // what is read once, or written down when it is new
    failures.splice(0); // of what began before the ledger was compared with the node
    const counts = countStatements();
    const runsBefore = new Map(runs);
    await pass(2 * MINUTE);

    const isLook = (text: string) => text.includes(' as "0 '); // each has other questions
    const isOfSnapshot = (text: string) => OF_SNAPSHOTS.some((beginning) => text.startsWith(beginning));
    const counted = [...counts].filter(([text]) => !isOfSnapshot(text));
    const sumOf = (of: (text: string) => boolean) =>
      counted.reduce((sum, [text, count]) => sum + (of(text) ? count : 0), 0) / 120;
    expect(sumOf(isLook)).toBe(1);
    expect(counted.filter(([text, count]) => !isLook(text) && count > 60)).toEqual([]);
    expect(sumOf(() => true)).toBeLessThan(IDLE_MAX);
    expect((runs.get("payments.drive_due") ?? 0) - (runsBefore.get("payments.drive_due") ?? 0)).toBe(2);
    expect(failures).toEqual([]);
  });

  it("sends what a call has left at once, and with the next look what nobody was notified of", async () => {
    const { scheduler, pass, runs, settle, failures } = steppedScheduler(WAITING);
    const settings = { LEYDEN_OUTBOUND_ALLOW: "127.0.0.1:1" };
    const { call, node } = await givenStarted(database(), settings, { taskScheduler: scheduler });
    await pass(MINUTE);
    failures.splice(0); // of what began before the ledger was compared with the node
    const runsOf = () => runs.get("events.deliver_due") ?? 0;
    const before = runsOf();
    const callbackUrl = "http://127.0.0.1:1/paid"; // nobody listens there
    const made = await call("POST", "/v0/charges", { amount: "1000", description: "tea", callbackUrl });
    await settle();
    expect([made.status, runsOf()]).toEqual([200, before]);

    expect(node.receiving.payInvoice(made.body.data.invoice.request)).toBe(true);
    await expect.poll(() => runsOf()).toBeGreaterThan(before);
    await settle();
    expect(await attempts()).toEqual([1]);

    // as another process would leave it that died before it has sent it
    await database().admin.query(sql`update events.delivery set due_at = now() where state = 'waiting'`);
    await settle();
    expect(await attempts()).toEqual([1]);
    await pass(SECOND);
    expect(await attempts()).toEqual([2]);
    expect(failures).toEqual([]);
  });

  const attempts = async () => {
    const rows = await database().admin.query<{ attempt: number }>(sql`
      select attempt from events.delivery where state = 'waiting'`);
    return rows.map(({ attempt }) => attempt);
  };
});
