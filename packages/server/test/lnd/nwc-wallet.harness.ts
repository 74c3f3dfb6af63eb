import { setTimeout as sleep } from "node:timers/promises";
import type { Fields } from "../../src/adapters/lightning/answers.ts";
import {
  type Asked,
  errorOf,
  startWalletService,
  type WalletService,
} from "../../src/adapters/lightning/nwc/testing/service.harness.ts";
import type { LndNode } from "./lnd-node.harness.ts";
import { lndMoney } from "./nwc-money.harness.ts";

const LOOK_MS = 200;

/** A wallet service (NIP-47) in front of a node of LND, and its relay. It keeps nothing: all is LND's. */
export type LndWallet = Pick<WalletService, "relay" | "credentialFile" | "key"> & {
  /** Its process ends, and that of the relay: no reply comes to what was asked before. Both begin again afterwards. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

export async function startLndWallet(node: LndNode): Promise<LndWallet> {
  const money = lndMoney(node);
  let life = new AbortController();
  const service = await startWalletService(reply);

  async function reply({ method, params, say }: Asked): Promise<void> {
    const { signal } = life;
    if (signal.aborted) return;
    const body = await money.answer(method, params).catch((error: unknown) => errorOf("INTERNAL", String(error)));
    if (signal.aborted) return;
    say(body);
    const { preimage } = (body["result"] ?? {}) as Fields;
    if (method !== "pay_invoice" || preimage === undefined) return;
    await notifySent(String(params["invoice"])).catch(() => undefined); // LND has died meanwhile
  }

  async function notifySent(invoice: string): Promise<void> {
    const { payment_hash: hash } = await node.get(`/v1/payreq/${invoice}`);
    service.notify((await money.byHash(hash)) ?? {});
  }

  /** Tells the client once of each receipt that comes after the first look. */
  async function follow(signal: AbortSignal): Promise<void> {
    let known: ReadonlySet<unknown> | undefined;
    while (!signal.aborted) {
      const received = await money.received().catch(() => undefined); // LND may be away
      for (const item of received ?? [])
        if (known?.has(item["payment_hash"]) === false && !signal.aborted) service.notify(item);
      if (received !== undefined) known = new Set(received.map((item) => item["payment_hash"]));
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  let following = follow(life.signal);
  const present = () => service.present(money.methods.join(" "));
  const end = async () => {
    life.abort();
    await following;
  };
  present();
  return {
    relay: service.relay,
    credentialFile: service.credentialFile,
    key: service.key,
    async restart(meanwhile) {
      await end();
      await meanwhile();
      life = new AbortController();
      await service.relay.restart();
      following = follow(life.signal);
    },
    async stop() {
      await end();
      await service.stop();
    },
  };
}
