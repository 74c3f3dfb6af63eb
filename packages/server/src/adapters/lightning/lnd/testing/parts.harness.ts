import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { createChannels, type LndChannels } from "./channels.harness.ts";
import type { Reply } from "./faults.harness.ts";
import { RpcError } from "./fields.harness.ts";
import { createInvoices, type LndInvoices } from "./invoices.harness.ts";
import type { Macaroons } from "./macaroons.harness.ts";
import { createPayments, type DatabaseKind, type LndPayments } from "./payments.harness.ts";
import type { Recipients } from "./recipients.harness.ts";
import { createWallet, type LndWallet } from "./wallet.harness.ts";

export type NodeState = "WAITING_TO_START" | "LOCKED" | "UNLOCKED" | "RPC_ACTIVE" | "SERVER_ACTIVE";

/** What the node says of itself. Tests change it. */
export type NodeFacts = { isSynced: boolean; knowsGraph: boolean; network: string };

/** One node with all that it knows. Another one at the same address is another of these. */
export type LndParts = {
  readonly clock: Clock;
  readonly nodeId: string;
  readonly node: NodeFacts;
  readonly macaroons: Macaroons;
  readonly channels: LndChannels;
  readonly payments: LndPayments;
  readonly invoices: LndInvoices;
  readonly wallet: LndWallet;
  readonly state: () => NodeState;
  /** A stream stands until it ends or the node stops. Returns what takes it off. */
  readonly open: (reply: Reply, kind: "payment" | "other") => () => void;
  /** Ends all streams as a node does that stops in good order. */
  readonly shutDown: () => void;
};

export type PartsOptions = {
  readonly clock: Clock;
  readonly database: DatabaseKind;
  readonly recipients: Recipients;
  readonly macaroons: Macaroons;
  /** Coins of the wallet at the start, in satoshis. */
  readonly coins: readonly bigint[];
  readonly state: () => NodeState;
  readonly die: () => void;
};

export function createParts(options: PartsOptions): LndParts {
  const { clock, macaroons, state } = options;
  const key = Uint8Array.from(randomBytes(32));
  const peer = bytesToHex(secp256k1.getPublicKey(Uint8Array.from(randomBytes(32))));
  const streams = new Map<Reply, "payment" | "other">();
  const channels = createChannels(peer);
  channels.open({ capacitySats: 60_000_000n, localSats: 36_000_000n });
  channels.open({ capacitySats: 20_000_000n, localSats: 8_000_000n });
  const wallet = createWallet({ clock, coins: options.coins });
  const height = () => wallet.height;
  const payments = createPayments({ ...options, channels, height });
  const invoices = createInvoices({ clock, key, channels });

  return {
    clock,
    nodeId: bytesToHex(secp256k1.getPublicKey(key)),
    node: { isSynced: true, knowsGraph: true, network: "regtest" },
    macaroons,
    channels,
    payments,
    invoices,
    wallet,
    state,
    open(reply, kind) {
      const close = () => void streams.delete(reply);
      streams.set(reply, kind);
      reply.left.addEventListener("abort", close);
      return close;
    },
    shutDown() {
      for (const [reply, kind] of [...streams])
        if (kind === "payment") reply.fail(new RpcError(2, "routerrpc server shutting down"));
        else reply.end();
    },
  };
}
