import type { CallbackCheck } from "#events";
import type { Wallet } from "#kernel/caller.ts";
import type { Clock, Random, Reached, Scheduler } from "#kernel/clock.ts";
import type { WalletId } from "#kernel/ids.ts";
import type { Capabilities, RememberedNode } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { LightningAddress } from "#protocol/lightning-address.ts";
import type { InternalRecipient, UserWallet } from "#wallets";
import type { BegunAttempt } from "../model/attempt.ts";
import type { BoundInvoice, FeePolicy, Payment } from "../model/payment.ts";
import type { PendingMax } from "../store/batched.ts";
import type { PaymentWaiters } from "./waiters.ts";

/** What it takes to accept a payment. */
export type PayDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly waiters: PaymentWaiters;
  readonly reached: Reached;
  readonly fees: FeePolicy;
  readonly pendingMax: () => PendingMax;
  readonly capabilities: Pick<Capabilities, "feeLimit" | "wholeSats" | "keysend" | "cltvLimit">;
  /** Where this service is reached: LNURLs of it lead here. */
  readonly baseUrl: string;
  readonly recipientOf: (address: LightningAddress) => InternalRecipient | Promise<InternalRecipient>;
  readonly walletOf: (id: WalletId) => Promise<Wallet | undefined>;
  /** Of a present gamertag. */
  readonly walletOfGamertag: (gamertag: string) => UserWallet | undefined | Promise<UserWallet | undefined>;
  /** The node that this service is bound to, whether it answers or not; undefined before the first time. */
  readonly ownNode: RememberedNode;
  readonly checkCallback: CallbackCheck;
  /** Absent in a process that drives no payment: then a worker finds it. */
  readonly driver: Driver | undefined;
};

/** What drives in this process the payments that it accepts. */
export type Driver = {
  /** What `drive` makes first, written down with the reservation; undefined where it looks something up before. */
  firstAttempt(invoice: BoundInvoice): BegunAttempt | undefined;
  drive(payment: Payment, begun: BegunAttempt | undefined): Promise<void>;
};
