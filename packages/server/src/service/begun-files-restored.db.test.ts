import { beforeEach, expect, it } from "vitest";
import type { ProjectId } from "#kernel/ids.ts";
import { copiesOf } from "#platform/database/testing/copies.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { confirmKeys } from "#projects";
import { openRestore, releaseRestore } from "#restore";
import { fileRoutes } from "#slices/idempotency/routes.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { DASHBOARD } from "#slices/members/scope-routes.ts";
import { givenPages, type Someone } from "#slices/members/testing/pages.harness.ts";
import { FUNDS, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { importJournal } from "./import-journal.ts";
import { reconcile } from "./reconcile.ts";
import { memberApi } from "./routes.ts";
import { routeDeps } from "./testing/neighbours.harness.ts";
import { quick, restored } from "./testing/restored.harness.ts";

const REASON = "the copy of the night";
const log = createLog({ level: "silent", pretty: false });
const FILE = { payments: "0f".repeat(32), vouchers: "f0".repeat(32) };
/** Of the rows of the file, in msats: no two are alike. */
const ROWS = ["101000", "102000", "103000", "104000"];
const MADE = "50000";

onDatabase("a file that was begun since the copy of a restored database", (database) => {
  const { anew, given, liftAll, expectWhole } = restored(database);
  const copies = copiesOf(database);
  beforeEach(anew);

  async function opened() {
    const driving = await given();
    const { world, caller, clock } = driving;
    world.node.plan = settles();
    const id = caller.wallet.owner.id as ProjectId;
    const files = fileRoutes({ db: database().db, clock, random: machineRandom() });
    const pages = await givenPages(database(), { routes: [files, ...memberApi(routeDeps(world))] });
    let ann = await pages.member({ id }, "owner");
    const post = (path: string, payload: object, key?: string, as: Someone = ann) =>
      pages.call("POST", `${DASHBOARD}/projects/${id}${path}`, {
        as,
        payload,
        ...(key !== undefined && { headers: { "idempotency-key": key } }),
      });
    const to = ROWS.map((_, i) => world.recipient(`winner-${i}`));
    const begin = async (kind: keyof typeof FILE, again?: string) =>
      (await post("/files", { kind, print: FILE[kind], ...(again !== undefined && { again }) })).data;
    const pay = (key: string, i: number) =>
      post("/v0/ln-address/send-payment", { lnAddress: to[i], amount: ROWS[i] }, `${key}-${i}`);
    const make = (key: string, i: number) => post("/v1/create-voucher", { amount: MADE }, `${key}-${i}`);
    const commands = quick({ ...world.drive, log });
    /** As the operator ends it: `explain` says what has left. */
    const restore = async (explain: () => Promise<unknown>) => {
      await copies.putBack();
      await openRestore(commands, "book_went_back");
      ann = await pages.login(ann.user);
      await explain();
      await releaseRestore(commands, { reason: REASON });
      await confirmKeys(commands, { project: undefined });
      await liftAll();
      pages.clock.advance(MINUTE);
      await driving.later(MINUTE);
    };
    const journal = async () => {
      const on = givenJournal();
      const writer = on.writer();
      for (const entry of world.journal.entries) await writer.append(entry);
      await writer.close();
      await importJournal(commands, { folders: [on.folder], installation: on.installation });
    };
    const loss = async () => {
      await driving.check();
      const isWhole = async () => true;
      const requireJournal = async () => undefined;
      await reconcile(commands, { reason: REASON, requireJournal, booked: () => undefined, isWhole });
    };
    const spent = async () => FUNDS - (await world.balance(caller));
    return { driving, begin, pay, make, restore, journal, loss, spent, post };
  }

  type Opened = Awaited<ReturnType<typeof opened>>;

  const idsOf = async (rows: readonly number[], ask: (i: number) => ReturnType<Opened["pay"]>) => {
    const ids: string[] = [];
    for (const i of rows) {
      const { status, data, body } = await ask(i);
      expect(status, body).toBe(200);
      ids.push(data.id);
    }
    return ids;
  };

  it("pays each row once: those that the journal brought back have the keys that it gets again", async () => {
    const { driving, begin, pay, make, restore, journal, spent } = await opened();
    await copies.take();
    const first = await begin("payments");
    const paid = await idsOf([0, 1], (i) => pay(first.key, i));
    const vouchers = await begin("vouchers");
    const made = await idsOf([0], (i) => make(vouchers.key, i));
    const sent = driving.world.node.requests.length;
    const [before] = [await spent()];

    await restore(journal);
    const again = await begin("payments");
    expect(again).toMatchObject({ key: first.key, isNew: true });
    const all = await idsOf([0, 1, 2, 3], (i) => pay(again.key, i));
    expect(all.slice(0, 2)).toEqual(paid);
    expect(driving.world.node.requests).toHaveLength(sent + 2);
    const voucher = await idsOf([0, 1], async (i) => make((await begin("vouchers")).key, i));
    expect([voucher[0], new Set(voucher).size]).toEqual([made[0], 2]);
    expect((await spent()) - before).toBe(103_000n + 104_000n + 50_000n + 2n * feeOf(before));
    await expectWhole(driving);
  });

  /** What each payment of the file has cost: two of them and a voucher are spent. */
  const feeOf = (before: bigint) => (before - 101_000n - 102_000n - 50_000n) / 2n;

  it("is in its second turn again, when it was begun once more since the copy, and pays each row of it once", async () => {
    const { driving, begin, pay, restore, journal } = await opened();
    const first = await begin("payments");
    const before = await idsOf([0, 1, 2, 3], (i) => pay(first.key, i));
    await copies.take();
    const second = await begin("payments", first.key);
    const paid = await idsOf([0, 2], (i) => pay(second.key, i));
    const sent = driving.world.node.requests.length;

    await restore(journal);
    expect(await begin("payments")).toMatchObject({ key: first.key, isNew: false });
    expect(await idsOf([0, 1, 2, 3], (i) => pay(first.key, i))).toEqual(before);
    const again = await begin("payments", first.key);
    expect(again).toMatchObject({ key: second.key, isNew: true });
    const all = await idsOf([0, 1, 2, 3], (i) => pay(again.key, i));
    expect([all[0], all[2]]).toEqual(paid);
    expect(driving.world.node.requests).toHaveLength(sent + 2);
    await expectWhole(driving);
  });

  it("pays nobody twice where the journal is lost: what the node has paid is refused, and the page is told why", async () => {
    const { driving, begin, pay, restore, loss, spent } = await opened();
    await copies.take();
    const first = await begin("payments");
    await idsOf([0, 1], (i) => pay(first.key, i));
    const sent = driving.world.node.requests.length;

    await restore(loss);
    const before = await spent();
    const again = await begin("payments");
    expect(again).toMatchObject({ key: first.key, isNew: true });
    for (const i of [0, 1])
      expect(await pay(again.key, i)).toMatchObject({ status: 409, code: "maybe_paid", data: undefined });
    // Nobody knows what the member has spent: the day of the restore counts as full.
    expect(await pay(again.key, 2)).toMatchObject({ status: 403, code: "over_key_budget", data: undefined });
    await driving.later(26 * 60 * MINUTE);
    await idsOf([2, 3], (i) => pay(again.key, i));
    for (const i of [0, 1]) expect((await pay(again.key, i)).code).toBe("maybe_paid");
    expect(driving.world.node.requests).toHaveLength(sent + 2);
    expect((await spent()) - before).toBeGreaterThanOrEqual(207_000n);
    await expectWhole(driving);
  });
});
