import { randomBytes } from "node:crypto";
import { generateSecretKey } from "nostr-tools/pure";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import type { FakeAttempt } from "#slices/lightning/testing/fake-outgoing.harness.ts";
import type { Fields } from "../../answers.ts";
import { type Asked, errorOf, startWalletService, type WalletService } from "./service.harness.ts";
import { createFakeMethods, type FakeMethods } from "./wallet-methods.harness.ts";

/** What becomes of the next order to pay. */
export type Fault =
  /** It is carried out, and no reply comes. */
  | "hang"
  /** It does not arrive. */
  | "lose"
  /** It is carried out, and the connection to the relay breaks. */
  | "cut"
  /** It is carried out, and the reply says that it has failed. */
  | "contradict"
  /** The reply comes twice. */
  | "twice"
  /** It is carried out, and the relay delivers a reply that is signed by another key. */
  | "forge"
  /** It is carried out, and the relay delivers a reply whose signature is wrong. */
  | "unsigned"
  /** It is carried out, and the reply names another request. */
  | "astray"
  /** It is answered with this error, and not carried out. */
  | { readonly code: string }
  /** It is carried out, and this is its result. */
  | { readonly result: Record<string, unknown> }
  /** The reply comes so many milliseconds after the outcome. */
  | { readonly lateMs: number };

/** A wallet service (NIP-47) with a memory, and its relay. What it does on the network is the fake node's. */
export type FakeWallet = Pick<WalletService, "relay" | "credentialFile" | "key" | "write" | "stop"> & {
  readonly node: FakeNode;
  readonly methods: FakeMethods;
  /** Its clock is so many seconds ahead. */
  setClock(aheadS: number): void;
  /** Orders to pay that were carried out. */
  readonly orders: string[];
  /** Methods that were called. */
  readonly called: string[];
  fault: Fault | undefined;
  /** Sends no notifications. */
  isSilent: boolean;
  /** Publishes what it can do. */
  present(tags?: readonly (readonly string[])[], content?: string): void;
  /** Pays an invoice of this wallet, and says so. */
  receive(invoice: string): Promise<boolean>;
};

/** Bytes that NIP-44 encrypts. Of what is longer Alby Hub sends no reply at all (1.24, `event_handler.go`). */
const NIP44_MAX = 65_535;

export async function startFakeWallet(): Promise<FakeWallet> {
  const node = createFakeNode({ clock: machineClock, retriesFailed: true, capabilities: { cltvLimit: false } });
  node.capabilities = { ...node.capabilities, feeLimit: { kind: "none", reserve: (amount) => msats(amount) } };
  const service = await startWalletService(reply);
  const { relay, credentialFile, key, write, stop } = service;
  const wallet: FakeWallet = {
    relay,
    credentialFile,
    key,
    write,
    stop,
    node,
    methods: createFakeMethods(node),
    setClock(aheadS) {
      service.aheadS = aheadS;
    },
    orders: [],
    called: [],
    fault: undefined,
    isSilent: false,
    present: (tags, content = wallet.methods.offered.join(" ")) => service.present(content, tags),
    async receive(invoice) {
      const isPaid = await node.counterparty.pay(invoice);
      if (isPaid) notify(decodeInvoice(invoice).paymentHash);
      return isPaid;
    },
  };

  function notify(paymentHash: Uint8Array): void {
    if (!wallet.isSilent) service.notify(wallet.methods.byHash(paymentHash) ?? {});
  }

  async function reply(asked: Asked): Promise<void> {
    const { method, params, say } = asked;
    wallet.called.push(method);
    if (method === "pay_invoice") return await order(asked);
    const body = wallet.methods.answer(method, params);
    if (JSON.stringify({ result_type: method, ...body }).length <= NIP44_MAX) say(body);
  }

  async function order(asked: Asked): Promise<void> {
    const { params, say } = asked;
    const { fault } = wallet;
    wallet.fault = undefined;
    if (fault === "lose") return;
    const refusal = typeof fault === "object" && "code" in fault ? errorOf(fault.code, "because") : undefined;
    const begun = refusal ?? wallet.methods.begin(params);
    if (!isAttempt(begun)) return void say(begun);
    wallet.orders.push(String(params["invoice"]));
    if (fault === "cut") await relay.restart();
    while (begun.status.kind === "in_flight") await machineClock.sleep(3);
    if (begun.status.kind === "settled") notify(begun.paymentHash);
    if (fault === "hang" || fault === "cut") return;
    if (typeof fault === "object" && "lateMs" in fault) await machineClock.sleep(fault.lateMs);
    sayOutcome(asked, wallet.methods.outcome(begun), fault);
  }

  wallet.present();
  return wallet;
}

function isAttempt(begun: FakeAttempt | Fields): begun is FakeAttempt {
  return "reference" in begun;
}

function sayOutcome({ say }: Asked, body: Fields, fault: Fault | undefined): void {
  if (fault === "contradict") say(errorOf("PAYMENT_FAILED", "timeout"));
  else if (fault === "forge") say(body, { key: generateSecretKey() });
  else if (fault === "unsigned") say(body, { isUnsigned: true });
  else if (fault === "astray") say(body, { id: randomBytes(32).toString("hex") });
  else if (typeof fault === "object" && "result" in fault) say({ result: fault.result });
  else say(body);
  if (fault === "twice") say(body);
}
