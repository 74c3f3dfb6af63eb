import { randomBytes } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { pino } from "pino";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { newId, type PaymentId, type ProjectKeyId, type TransferId } from "#kernel/ids.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { type MemoryJournal, memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { createProject } from "#projects";
import type { InvoiceDescription } from "#protocol/bolt11.ts";
import { encodeInvoice } from "#protocol/bolt11-encode.ts";
import { invoicesAt } from "#receiving";
import { createFakeNode, type FakeNode, type FakeNodeOptions } from "#slices/lightning/testing/fake-node.harness.ts";
import { createRecipientCache, findWallet, recipientsByGamertag } from "#wallets";
import type { PayDeps } from "../accept/deps.ts";
import type { PayRequest } from "../accept/request.ts";
import { createPaymentWaiters } from "../accept/waiters.ts";
import type { DriveDeps } from "../drive/deps.ts";
import { driverOf } from "../drive/drive-payment.ts";

/** A Lightning world in memory: a node of ours, recipients with servers, and money in wallets. For tests only. */
export type World = {
  readonly node: FakeNode;
  readonly nodeKey: Uint8Array;
  readonly drive: DriveDeps & {
    readonly scheduler: Scheduler;
    readonly journal: MemoryJournal;
    readonly baseUrl: string;
  };
  readonly journal: MemoryJournal;
  readonly pay: { -readonly [Name in keyof PayDeps]: PayDeps[Name] } & { readonly journal: MemoryJournal };
  /** The recipient `name`@example.com, which makes an honest invoice unless the test says otherwise. */
  recipient(name: string, options?: RecipientOptions): string;
  /** An invoice of somebody that the node has a route to. */
  invoice(options: InvoiceOptions): { text: string; paymentHash: Uint8Array; preimage: Uint8Array };
  /** What the recipient of an invoice of this world would reveal. */
  preimageOf(paymentHash: Uint8Array): Uint8Array;
  project(name: string, funds: Msats): Promise<Caller>;
  /** A request to pay 100 sat, to `lnAddress` unless there is another destination. */
  request(caller: Caller, input: Asked): PayRequest;
  balance(caller: Caller): Promise<bigint>;
  systemBalance(name: string): Promise<bigint>;
  /** Waits for all work that was started beside. */
  settled(): Promise<void>;
};

export type Asked = Partial<PayRequest> & { readonly lnAddress?: string };

type RecipientOptions = {
  invoice?: (query: URLSearchParams) => unknown;
  minSendable?: unknown;
  maxSendable?: unknown;
  commentAllowed?: number;
};

type InvoiceOptions = {
  amount: Msats | undefined;
  preimage?: Uint8Array;
  paymentHash?: Uint8Array;
  key?: Uint8Array;
  expirySeconds?: number;
  timestamp?: Date;
  network?: "mainnet" | "regtest";
  minFinalCltvExpiry?: number;
  /** That of the metadata of addresses, unless one is given. */
  description?: InvoiceDescription;
};

const nothing = () => undefined;
const nothingLater = async () => undefined;

const BASE_URL = "https://leyden.example";
const METADATA = JSON.stringify([["text/plain", "fish"]]);

export type WorldOptions = {
  readonly clock?: Clock;
  readonly batch?: Batch;
  readonly node?: Omit<FakeNodeOptions, "clock" | "key">;
};

export function createWorld(database: DatabaseUnderTest, options: WorldOptions = {}): World {
  const clock = options.clock ?? machineClock;
  const random = machineRandom();
  const { db } = database;
  const batch = options.batch ?? database.batch;
  const nodeKey = randomBytes(32);
  const merchantKey = randomBytes(32);
  /** Answers of recipients' servers by URL path. */
  const servers = new Map<string, (query: URLSearchParams) => unknown>();
  const background = new Set<Promise<void>>();
  const journal = memoryJournal();

  const node = createFakeNode({ clock, key: nodeKey, payWaitMs: 0, ...options.node });
  const outbound: Outbound = {
    async request({ url }) {
      const answer = servers.get(url.pathname)?.(url.searchParams);
      const body = new TextEncoder().encode(JSON.stringify(answer ?? { status: "ERROR", reason: "nobody" }));
      return { status: answer === undefined ? 404 : 200, headers: new Map(), body };
    },
    allows: () => false,
    mayCall: () => true,
    refusalOf: () => undefined,
    close: nothingLater,
  };

  const scheduler: Scheduler = {
    loop: () => ({ wake: nothing, stop: nothingLater }),
    spawn: (_name, task) => {
      const running = task().catch((error: unknown) => {
        errors.push(error);
      });
      background.add(running);
      void running.finally(() => background.delete(running));
    },
  };
  const errors: unknown[] = [];

  const waiters = createPaymentWaiters(clock, nothing);
  const drive = {
    baseUrl: BASE_URL,
    db,
    batch,
    clock,
    random,
    scheduler,
    log: pino({ level: "silent" }),
    journal,
    node,
    nodeId: node.report.nodeId,
    formerIds: [],
    network: "regtest" as const,
    outbound,
    ownInvoice: (...asked: Parameters<DriveDeps["ownInvoice"]>) =>
      invoicesAt({ ...drive, ...world.pay, addressMax: sats(1_000_000n) })(...asked),
    waiters,
    leases: new Map<PaymentId, bigint>(),
    reached: nothing,
  };

  const world: World = {
    node,
    nodeKey,
    drive,
    journal,
    pay: {
      ...drive,
      fees: { floor: sats(10n), basisPoints: 100n },
      pendingMax: () => ({ wallet: 20, owner: 100, node: 200 }),
      capabilities: node.capabilities,
      baseUrl: BASE_URL,
      recipientOf: async () => undefined,
      walletOf: (id) => findWallet(db, id),
      walletOfGamertag: recipientsByGamertag({ db, recipientCache: createRecipientCache(clock) }),
      ownNode: async () => ({ nodeId: node.report.nodeId, formerIds: [], network: "regtest" }),
      checkCallback: async () => undefined,
      driver: driverOf(() => drive),
    },
    invoice({ amount, preimage = randomBytes(32), key = merchantKey, expirySeconds = 3_600, ...rest }) {
      const paymentHash = rest.paymentHash ?? sha256(preimage);
      if (rest.paymentHash === undefined)
        node.paying.recipients.set(bytesToHex(paymentHash), { preimage, hold: false, received: 0n });
      const text = encodeInvoice(
        {
          network: rest.network ?? "regtest",
          ...(amount === undefined ? {} : { amount }),
          paymentHash,
          paymentSecret: randomBytes(32),
          timestamp: rest.timestamp ?? clock.now(),
          description: rest.description ?? { kind: "hash", sha256: sha256(new TextEncoder().encode(METADATA)) },
          expirySeconds,
          ...(rest.minFinalCltvExpiry !== undefined && { minFinalCltvExpiry: rest.minFinalCltvExpiry }),
        },
        key,
      );
      return { text, paymentHash, preimage };
    },
    preimageOf(paymentHash) {
      const recipient = node.paying.recipients.get(bytesToHex(paymentHash));
      if (recipient === undefined) throw new Error("nobody made an invoice with this hash");
      return recipient.preimage;
    },
    recipient(name, recipient = {}) {
      servers.set(`/.well-known/lnurlp/${name}`, () => ({
        tag: "payRequest",
        callback: `https://example.com/pay/${name}`,
        minSendable: recipient.minSendable ?? 1,
        maxSendable: recipient.maxSendable ?? 100_000_000_000,
        metadata: METADATA,
        commentAllowed: recipient.commentAllowed ?? 0,
      }));
      const honest = (query: URLSearchParams) => ({
        pr: world.invoice({ amount: msats(BigInt(query.get("amount") ?? "0")) }).text,
        routes: [],
      });
      servers.set(`/pay/${name}`, recipient.invoice ?? honest);
      return `${name}@example.com`;
    },
    async project(name, funds) {
      const project = await createProject({ batch, random }, { name: `${name} ${random.uuid()}` });
      const wallet = await findWallet(db, project.walletId);
      if (wallet === undefined) throw new Error("a project without a wallet");
      if (funds > 0n) await fund(database, wallet.account, funds);
      return {
        wallet,
        actor: {
          kind: "project",
          projectId: project.id,
          keyId: newId<ProjectKeyId>(random),
          policy: { feeCeilingBasisPoints: 500n, internalIdIsUnique: false },
        },
      };
    },
    request: (caller, { lnAddress = "nobody@example.com", ...input }) => ({
      caller,
      destination: { kind: "address", lnAddress },
      amount: sats(100n),
      waitMs: 5_000,
      hungUp: () => new AbortController().signal,
      ...input,
    }),
    async balance(caller) {
      const [row] = await db.query<{ balance: bigint }>(sql`
        select balance from ledger.account where no = ${caller.wallet.account}`);
      return row?.balance ?? -1n;
    },
    async systemBalance(name) {
      const [row] = await db.query<{ balance: bigint }>(sql`
        select balance from ledger.account where no = ledger.system(${name})`);
      return row?.balance ?? -1n;
    },
    async settled() {
      while (background.size > 0) await Promise.all(background);
      const [error] = errors.splice(0);
      if (error !== undefined) throw error;
    },
  };
  return world;
}

/** Money out of nowhere, booked as if the node had received it. */
async function fund({ db }: DatabaseUnderTest, account: bigint, amount: Msats): Promise<void> {
  const transfer = newId<TransferId>(machineRandom());
  await db.query(sql`
    select *
      from ledger.post_many(
        now(), array[${transfer}]::uuid[], array[ledger.system('lightning_node')], array[${account}]::bigint[],
        array[${amount}]::bigint[], null, null, array['test'], array[${transfer}]::uuid[])`);
}
