import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { type IncidentKind, listIncidentsOf, recordIncident } from "#incidents";
import { pauseSending, resumeSending } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { runOn } from "./run-on.harness.ts";

onDatabase("leyden payment show", (database) => {
  const run = runOn(database, "payment");

  it("shows what is known of payments that are named by id, transfer, hash or internalId", async () => {
    const { pay, world, sent } = await givenDriving(database());
    const done = await pay({ internalId: "order 7" });
    world.node.plan = fails();
    const failed = await pay({ internalId: "order 7" });
    world.node.plan = holds();
    const held = await pay();
    const hash = Buffer.from(sent().paymentHash).toString("hex");
    const show = async (name: string) => JSON.parse(await run("show", name)) as readonly Record<string, unknown>[];

    expect(await show(held.id)).toMatchObject([
      {
        id: held.id,
        state: "in_flight",
        amount: "100000",
        paymentHash: hash,
        preimage: null,
        nodeSays: { kind: "silent" },
        timeline: {
          status: "processing",
          where: "It is under way to the recipient.",
          why: "The recipient, or a node on the way, holds the payment.",
          happened: [
            { text: "100 sat and at most 10 sat for the fee were set aside." },
            { text: "Attempt 1: the Lightning node was asked to pay." },
          ],
        },
      },
    ]);
    expect((await show(hash)).map(({ id }) => id)).toEqual([held.id]);
    expect((await show(hash.toUpperCase())).map(({ id }) => id)).toEqual([held.id]);
    expect((await show(held.transactionId)).map(({ id }) => id)).toEqual([held.id]);
    expect((await show("order 7")).map(({ id, state }) => [id, state])).toEqual([
      [failed.id, "failed"],
      [done.id, "completed"],
    ]);
    expect((await show(done.id))[0]).toMatchObject({ fee: "1500", attempts: [{ number: 1 }], incidents: [] });
    expect((await show(failed.id))[0]).toMatchObject({ timeline: { status: "failed", next: null } });
    const why = "The recipient, or a node on the way, holds the payment.";
    expect(await run("list", "--pending")).toMatch(new RegExp(`^${held.id} .* in_flight +${why} *$`, "m"));
    await expect(run("show", "order 8")).rejects.toMatchObject({ code: "payment_not_found" });
  });
});

onDatabase("leyden status", (database) => {
  const run = runOn(database, "status");
  afterEach(() => {
    process.exitCode = 0;
  });

  it("makes no data folder where there is none", async () => {
    const missing = join(process.env["LEYDEN_DATA_DIR"] ?? "", "elsewhere", "data");
    vi.stubEnv("LEYDEN_DATA_DIR", missing);
    await expect(run()).rejects.toThrow(`there is no data folder ${missing}`);
    expect(existsSync(join(missing, ".."))).toBe(false);
  });

  it("says that the journal's disk is not mounted, and that others may read its folder", async () => {
    const dataDir = process.env["LEYDEN_DATA_DIR"] ?? "";
    const folder = join(dataDir, "journal");
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    expect(await run()).toMatch(
      /^! journal {5}other users may read the folder of the journal .* -> Close it: `chmod 700/m,
    );
    writeFileSync(join(dataDir, "journal.json"), JSON.stringify({ folder, apart: true }));
    expect(await run()).toMatch(/^! journal {5}\S+ is empty, its disk is not there: nothing is sent -> mount it$/m);
    expect(process.exitCode).toBe(1);
  });

  it("says that all is well, or what the operator has to look at, with the command", async () => {
    const driving = await givenDriving(database());
    const quiet = (await run()).split("\n").filter((line) => line.startsWith("!"));
    const why = "the node did not answer: connect ECONNREFUSED 127.0.0.1:1";
    expect(quiet).toEqual([`! node        does not answer: ${why} -> leyden doctor`]);

    expect(await run()).toMatch(/^ {2}journal {5}\S+\/journal: it shares a disk with the database$/m);
    await database().admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at)
      values (1, ${"02".repeat(33)}, 'mainnet', gen_random_uuid(), now())`);
    expect(await run()).toMatch(/^! journal {5}\S+\/journal is wrong: .* -> set LEYDEN_JOURNAL_DIR/m);
    await database().admin.query(sql`delete from lightning.node`);

    const payment = await driving.pay();
    const about = { subjectKind: "payment", subject: payment.id, kind: "overdue", detail: "a test" } as const;
    await recordIncident(driving.world.drive, about);
    await pauseSending(driving.world.drive, { kind: "operator", reason: "a test" });
    const loud = await run();
    await resumeSending(database(), "operator");
    expect(loud).toContain("! sending     is paused: operator -> leyden pauses\n");
    expect(loud).toContain("! incidents   1 open -> leyden incident list\n");
    expect(loud).toContain("  payments    0 pending, 0 on hold\n");
    expect(process.exitCode).toBe(1);
  });
});

onDatabase("leyden incident", (database) => {
  const run = runOn(database, "incident");

  it("closes together those of payments that wait for a restore no more, and leaves the rest", async () => {
    const driving = await givenDriving(database());
    driving.world.node.plan = holds();
    const [over, held] = [await driving.pay(), await driving.pay()];
    await database().admin.query(sql`update payments.payment set on_hold_for = 'restore' where id = ${held.id}`);
    const record = (subject: string, kind: IncidentKind) =>
      recordIncident(driving.world.drive, { subjectKind: "payment", subject, kind, detail: "?" });
    for (const { id } of [over, held]) await record(id, "restored");
    await record(over.id, "overdue");
    await expect(run("close", "--reason", "?")).rejects.toThrow("or --restored be given");
    await expect(run("close", over.id, "--restored", "--reason", "?")).rejects.toThrow("one of them");

    const close = () => run("close", "--restored", "--reason", "all is looked at");
    expect(await close()).toBe("1 incidents are closed. 1 payments are on hold still, and theirs stay.\n");
    expect(await close()).toContain("0 incidents are closed.");
    const open = async (subject: string) =>
      (await listIncidentsOf(database().db, subject)).filter(({ isOpen }) => isOpen).map(({ kind }) => kind);
    expect([await open(over.id), await open(held.id)]).toEqual([["overdue"], ["restored"]]);
  });
});
