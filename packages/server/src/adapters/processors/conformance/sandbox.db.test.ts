import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { sandboxProcessor, signMessage } from "#sandbox";
import { changePayment } from "#slices/sandbox/change-payment.ts";
import type { PaymentCommand } from "#slices/sandbox/model/payment.ts";
import { CARDS, givenSandbox } from "#slices/sandbox/testing/sandbox.harness.ts";
import { processorConformance } from "./conformance.harness.ts";
import type { ProcessorWorld } from "./world.harness.ts";

onDatabase("the sandbox conforms", (database) => {
  processorConformance("as a processor", async (): Promise<ProcessorWorld> => {
    const world = givenSandbox(database());
    const { deps, clock } = world;
    let isBroken = false;
    const db: Db = {
      ...deps.db,
      async query<Row>(statement: Parameters<Db["query"]>[0]) {
        const rows = await deps.db.query<Row>(statement);
        if (!isBroken || !statement.text.includes("insert into")) return rows;
        isBroken = false;
        throw new Error("the connection broke");
      },
    };
    const give = async (reference: string, kind: Exclude<PaymentCommand["kind"], "take_card" | "decline">) => {
      await changePayment(deps, reference, { kind });
    };
    return {
      processor: sandboxProcessor({ ...deps, db }),
      other: givenSandbox(database()).processor,
      draft: world.draft,
      pay: async (reference, card) => {
        await world.pay(reference, CARDS[card]);
      },
      answer: give,
      dispute: (reference) => give(reference, "dispute"),
      endDispute: (reference, end) => give(reference, end === "won" ? "win_dispute" : "lose_dispute"),
      async settleRefund(reference) {
        world.advance(10_000);
        await give(reference, "advance");
      },
      breakNext() {
        isBroken = true;
      },
      async made(reference, what) {
        const rows = await database().admin.query(sql`
          select from sandbox.change where reference = ${reference} and what = ${what}`);
        return rows.length;
      },
      message(reference, { ageSeconds = 0, otherKey = false } = {}) {
        const at = new Date(clock.now().getTime() - ageSeconds * 1000);
        const key = new Uint8Array(32).fill(8);
        const sealer = otherKey ? createSealer({ random: world.random, key }) : deps.sealer;
        const subject = { kind: "payment", reference } as const;
        return signMessage({ sealer, clock: { now: () => at } }, { id: "sbe_1", type: "payment.captured", subject });
      },
    };
  });
});
