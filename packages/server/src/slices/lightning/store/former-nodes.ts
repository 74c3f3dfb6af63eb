import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { FormerNode, SettleFormer } from "../model/former-node.ts";

/** What `lightning.replace_node` is called with. */
export type Replacement = {
  readonly now: Date;
  /** Key of the node that is replaced, as the operator was shown it. */
  readonly former: string;
  readonly nodeId: string;
  readonly network: string;
  readonly instanceId: string;
  readonly reason: string;
  readonly equity: { readonly channels: Msats; readonly onchain: Msats };
  readonly outgoingCursor: string;
  readonly outgoingHash: Uint8Array | undefined;
  readonly receiptCursor: string;
  readonly paid: readonly Uint8Array[];
  readonly received: readonly Uint8Array[];
  /** It was done before, and a database that went back lacks it. */
  readonly isEarlier: boolean;
  readonly transfers: { readonly limbo: TransferId; readonly equity: TransferId };
  /** What is pending at the former one, with the ids of their incidents and events. */
  readonly payments: ReadonlyMap<string, string>;
  readonly charges: ReadonlyMap<string, string>;
};

/** `lightning.replace_node` says what each means. */
export type Replaced =
  | "replaced"
  | "known"
  | "same"
  | "not_bound"
  | "changed"
  | "former"
  | "other_network"
  | "restoring";

/** Runs `lightning.replace_node`. */
export async function updateReplaced(db: Db, it: Replacement): Promise<Replaced> {
  const { now, former, nodeId, network, instanceId, reason, equity, transfers, payments, charges } = it;
  const { outgoingCursor, outgoingHash = null, receiptCursor, paid, received, isEarlier } = it;
  const rows = await db.query<{ outcome: Replaced }>(sql`
    select lightning.replace_node(
             ${now}, ${former}, ${nodeId}, ${network}, ${instanceId}, ${reason}, ${equity.channels}, ${equity.onchain},
             ${outgoingCursor}, ${outgoingHash}::bytea, ${receiptCursor}, ${paid}::bytea[], ${received}::bytea[],
             ${transfers.limbo}, ${transfers.equity}, ${[...payments.keys()]}::uuid[],
             ${[...payments.values()]}::uuid[], ${[...charges.keys()]}::uuid[],
             ${[...charges.values()]}::uuid[], ${isEarlier}) as outcome`);
  return one(rows).outcome;
}

/** Those that were replaced, oldest first. */
export async function listFormerNodes(db: Db): Promise<FormerNode[]> {
  return await db.query<FormerNode>(sql`
    select n.node_id as "nodeId", n.bound_at as "boundAt", n.replaced_at as "replacedAt",
           n.replaced_because as reason, n.limbo_msats as limbo, payments.pending_at_former(n.id) as pending
      from lightning.node n
     where n.replaced_at is not null
     order by n.id`);
}

/** The transfers that booked what each node held at its first connection. */
export async function listEquityTransfers(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ transfer: string }>(sql`
    select equity_transfer_id as transfer
      from lightning.node
     where equity_transfer_id is not null`);
  return new Set(rows.map(({ transfer }) => transfer));
}

/** `lightning.settle_former` says what each means. */
export type FormerSettled = "booked" | "known" | "unknown" | "too_much";

/** Runs `lightning.settle_former`. */
export async function insertSettlement(
  db: Db,
  { id, nodeId, kind, amount, reason, now }: SettleFormer & { readonly id: TransferId; readonly now: Date },
): Promise<FormerSettled> {
  const rows = await db.query<{ outcome: FormerSettled }>(sql`
    select lightning.settle_former(${now}, ${id}, ${nodeId}, ${kind}, ${amount}, ${reason}) as outcome`);
  return one(rows).outcome;
}

/** Of these ids those of settlements that are here. */
export async function listSettledIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id
      from lightning.former_settlement
     where id = any (${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}
