import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { runAudit } from "#audit";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { bindNode, findNode, listFormerNodes } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { cut, fails, holds, knows, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driveDue } from "#slices/payments/drive/drive-due.ts";
import { driverOf } from "#slices/payments/drive/drive-payment.ts";
import type { Payment } from "#slices/payments/model/payment.ts";
import { diesAt, givenDriving, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import type { World } from "#slices/payments/testing/world.harness.ts";
import { followOutcomes } from "#slices/payments/watch/follow-outcomes.ts";
import { watchFinished } from "#slices/payments/watch/watch-finished.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { allInvariants } from "../invariants.ts";
import { checkNodePast } from "../node-past.ts";
import { replaceAsShown, showReplacement } from "../replace-node.ts";
import { checkForeignPayments } from "../worker.ts";

export const DAY = 24 * 60 * MINUTE;
export const INSTALLATION = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

export type Replacing = Awaited<ReturnType<ReturnType<typeof replacing>["given"]>>;

/** Two nodes, of which the second takes the place of the first. To be called where tests are declared. */
export function replacing(database: () => DatabaseUnderTest) {
  const folder = mkdtempSync(join(tmpdir(), "leyden-replace-"));
  const place = { folders: [folder], installation: INSTALLATION };
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The node of the test is the service's, and another one is there that could take its place. */
  async function given() {
    const driving = await givenDriving(database());
    const { world, clock } = driving;
    const { nodeId } = world.node.report;
    const { db, batch, admin } = database();
    if ((await findNode(db)) === undefined)
      await bindNode({ ...world.drive, batch, node: world.node }, { instanceId: INSTALLATION });
    else await admin.query(sql`update lightning.node set node_id = ${nodeId} where replaced_at is null`);
    const next = createFakeNode({ clock, funds: sats(50_000n), coins: [], payWaitMs: 0 });
    // the same recipients are there for both
    next.plan = ({ paymentHash }) => settles({ preimage: world.preimageOf(paymentHash) });
    const drive = { ...world.drive, node: next, nodeId: next.report.nodeId, formerIds: [nodeId] };
    const show = () => showReplacement(drive, { node: next, place });
    const replace = async () =>
      await replaceAsShown(drive, await show(), {
        instanceId: INSTALLATION,
        reason: "a test",
        althoughInvoicesAreOpen: true,
      });
    /** All that the running service does with a payment, at the new node. */
    const later = async (ms: number) => {
      clock.advance(ms);
      const signal = new AbortController().signal;
      await followOutcomes(drive, "", signal);
      while ((await driveDue(drive)) > 0) await world.settled();
      await watchFinished(drive, signal);
      await checkNodePast(drive, true);
      await checkForeignPayments(drive, true);
    };
    const limbo = async () => (await listFormerNodes(db)).find((former) => former.nodeId === nodeId)?.limbo;
    const breaches = async () => {
      const lines = await runAudit({ db, invariants: await allInvariants(clock) });
      return lines
        .filter(({ id, warns }) => !OF_TIMES.has(id) && !warns)
        .flatMap((line) => line.breaches)
        .filter((breach) => !/\btest\b/.test(breach)); // money out of nowhere, by which wallets were filled
    };
    return { ...driving, next, drive, show, replace, later, limbo, breaches, nodeId };
  }

  /** Payments in each state in which a replacement can find one. */
  async function inEachState({ world, pay, lease }: Replacing) {
    const { node } = world;
    const direct = world.pay.driver;
    node.plan = settles();
    const completed = await pay();
    node.plan = fails();
    const failed = await pay();
    node.plan = holds();
    const held = await pay();
    node.plan = cut();
    const lost = await pay();
    node.plan = cut(settles());
    const paid = await pay();
    const dying = driverOf(() => ({ ...world.drive, reached: diesAt("after-dispatch") }));
    world.pay.driver = { ...dying, drive: (...driven) => dying.drive(...driven).catch(() => undefined) };
    const dispatched = await pay();
    world.pay.driver = direct;
    node.plan = knows({ act: { kind: "nothing" }, answer: { kind: "prompt" } });
    const known = await pay();
    node.isDown = true;
    const unsent = await pay();
    const accepted = await lease();
    return { completed, failed, held, lost, paid, dispatched, known, unsent, accepted };
  }

  const follow = (node: FakeNode) =>
    followReceipts({ ...creditDeps(database()), ...database(), node }, new AbortController().signal);

  return { given, inEachState, follow, folder };
}

/** Its state, and whether its node was replaced. */
export const stateOf = ({ progress, isAtFormerNode }: Payment) => `${progress.kind}${isAtFormerNode ? " there" : ""}`;

/** A charge of 100 sat, whose invoice `node` makes. */
export async function issue(
  { world }: Pick<Awaited<ReturnType<typeof givenDriving>>, "world">,
  caller: Caller,
  node = world.node,
) {
  const asked = { caller, amount: sats(100n), description: "an order", expirySeconds: 3_600 };
  const callbackUrl = "https://shop.example/hook";
  return (await createCharge({ ...world.drive, ...world.pay, node }, { ...asked, callbackUrl })).charge;
}

/** A payment that a node makes by its owner's hand. */
export function settled(world: World): [string, ReturnType<typeof settles>] {
  const { text, preimage } = world.invoice({ amount: sats(7n) });
  return [text, settles({ preimage })];
}

/** What is in limbo of all former nodes. */
export async function all(nodes: ReturnType<typeof listFormerNodes>): Promise<bigint> {
  return (await nodes).reduce((sum, { limbo }) => sum + limbo, 0n);
}
