import type { PaymentId, ProjectKeyId, TransferId } from "../../packages/server/src/kernel/ids.ts";
import type { Msats } from "../../packages/server/src/kernel/money.ts";
import type { EventId } from "../../packages/server/src/slices/events/index.ts";
import { idempotencyOf } from "../../packages/server/src/slices/idempotency/index.ts";
import type { Reserve } from "../../packages/server/src/slices/payments/store/batched.ts";
import type { Projects } from "./projects.ts";

const POLICY = { feeCeilingBasisPoints: 500n, internalIdIsUnique: false };
/** The key of a payment's request; it is written nowhere. */
const NO_KEY = "" as ProjectKeyId;

/** An internal payment between any two of the projects, with an idempotency key, as an edge hands it on. */
export function draftPayment({ projects, wallets }: Projects, uuid: () => string): Reserve {
  const any = () => Math.floor(Math.random() * projects.length);
  const from = any();
  let to = any();
  while (to === from) to = any();
  const [payer, payee] = [wallets[from], wallets[to]];
  const project = projects[to];
  if (payer === undefined || payee === undefined || project === undefined) throw new Error("no such project");
  const input = {
    destination: { kind: "address", lnAddress: `${project.handle}@bench.example` } as const,
    amount: 1_000n as Msats,
    comment: "thanks for the fish",
  };
  const actor = { kind: "project", projectId: project.id, keyId: NO_KEY, policy: POLICY } as const;
  return {
    id: uuid() as PaymentId,
    transactionId: uuid() as TransferId,
    payer: { account: payer.account, wallet: { id: payer.id, ownerId: payer.owner.id } },
    origin: { kind: "request" },
    recipient: payee,
    ...input,
    keysendPreimage: undefined,
    invoice: undefined,
    feeLimit: 0n as Msats,
    internalId: "order 4711",
    internalIdIsUnique: false,
    callbackUrl: undefined,
    callbackDelayMs: 0,
    event: uuid() as EventId,
    receiptEvent: uuid() as EventId,
    idempotency: idempotencyOf(actor, "ln-address/send-payment", uuid(), input),
    pendingMax: { wallet: 20, owner: 100, node: 200 },
    leaseMs: undefined,
  };
}
