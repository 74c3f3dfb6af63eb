import { controlsOf, type NetworkAddresses } from "./addresses.ts";
import { BURN_ADDRESS, chainRpc } from "./chain/rpc.ts";
import type { Balances, Channel, PayAnswer } from "./control-api.ts";

/** Commands for the test network. The merchant pays and is paid. */
export type Lab = {
  /** The merchant pays. `msats` is for an invoice without amount only. */
  pay(invoice: string, msats?: bigint): Promise<PayAnswer>;
  /** An invoice of the merchant, valid for an hour. `hold`: its payment waits for `settle` or `fail`. */
  invoice(msats: bigint, description: string, options?: { readonly hold: boolean }): Promise<string>;
  /** The merchant takes the payment that it holds. False: it holds none of this invoice. */
  settle(paymentHash: string): Promise<boolean>;
  /** The merchant gives the payment back that it holds. False: it holds none of this invoice. */
  fail(paymentHash: string): Promise<boolean>;
  /** Mines blocks; the reward goes to `address`, or is burnt. Returns the new height. */
  mine(blocks: number, address?: string): Promise<number>;
  status(): Promise<LabStatus>;
};

/** The nodes, and what another Lightning program needs to join. */
export type LabStatus = {
  readonly chain: { readonly url: string; readonly user: string; readonly cookieFile: string; readonly blocks: number };
  readonly merchantAddress: string;
  readonly nodes: readonly {
    readonly name: "node" | "router" | "merchant";
    readonly nodeId: string;
    /** `host:port` to connect to. */
    readonly peerAddress: string;
    readonly balances: Balances;
    readonly channels: readonly Channel[];
  }[];
};

const EXPIRY_SECONDS = 3_600;
const WAIT_MS = 30_000;
/** A week of blocks. */
const CLTV_LIMIT_BLOCKS = 1_008;
/** Fee limit of the merchant: 5 % and 10 sat. */
const FEE_SHARE = 20n;
const FEE_LEAST_MSATS = 10_000n;
/** For an invoice whose amount we did not read. */
const FEE_LIMIT_MSATS = 10_000_000n;

export function openLab(addresses: NetworkAddresses): Lab {
  const { chain, merchantAddress } = addresses;
  const controls = controlsOf(addresses);
  const rpc = chainRpc(chain);
  return {
    pay: (invoice, msats) =>
      controls.merchant.pay({
        invoice,
        ...(msats === undefined ? {} : { amountMsats: String(msats) }),
        feeLimitMsats: String(msats === undefined ? FEE_LIMIT_MSATS : msats / FEE_SHARE + FEE_LEAST_MSATS),
        cltvLimitBlocks: CLTV_LIMIT_BLOCKS,
        remainingMs: WAIT_MS,
        waitMs: WAIT_MS,
      }),
    async invoice(msats, text, { hold } = { hold: false }) {
      const params = { amountMsats: String(msats), description: { text }, expirySeconds: EXPIRY_SECONDS, hold };
      return (await controls.merchant.createInvoice(params)).invoice;
    },
    settle: async (paymentHash) => (await controls.merchant.settle({ paymentHash })).result === "settled",
    fail: async (paymentHash) => (await controls.merchant.fail({ paymentHash })).result === "failed",
    async mine(blocks, address = BURN_ADDRESS) {
      await rpc("generatetoaddress", blocks, address);
      const synced = await Promise.all(Object.values(controls).map((node) => node.sync()));
      return Math.max(...synced.map(({ blockHeight }) => blockHeight));
    },
    async status() {
      const nodes = (["node", "router", "merchant"] as const).map(async (name) => {
        const node = controls[name];
        const [{ nodeId, peerAddress }, balances, { channels }] = await Promise.all([
          node.info(),
          node.balances(),
          node.channels(),
        ]);
        return { name, nodeId, peerAddress, balances, channels };
      });
      const blocks = await rpc<number>("getblockcount");
      const { url, user, cookieFile } = chain;
      return { chain: { url, user, cookieFile, blocks }, merchantAddress, nodes: await Promise.all(nodes) };
    },
  };
}
