import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@noble/hashes/utils.js";
import { decrypt as decrypt04, encrypt as encrypt04 } from "nostr-tools/nip04";
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from "nostr-tools/nip44";
import { type Event, finalizeEvent, generateSecretKey, getPublicKey } from "nostr-tools/pure";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { type FakeRelay, startFakeRelay } from "./relay.harness.ts";
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
export type FakeWallet = {
  readonly relay: FakeRelay;
  readonly node: FakeNode;
  readonly methods: FakeMethods;
  readonly credentialFile: string;
  /** Public key of the service. */
  readonly key: string;
  /** Orders to pay that were carried out. */
  readonly orders: string[];
  /** Methods that were called. */
  readonly called: string[];
  fault: Fault | undefined;
  /** Sends no notifications. */
  isSilent: boolean;
  /** Writes the file of the credential, with these lines below the address. */
  write(...lines: readonly string[]): void;
  /** Publishes what it can do. */
  present(tags?: readonly (readonly string[])[], content?: string): void;
  /** Pays an invoice of this wallet, and says so. */
  receive(invoice: string): Promise<boolean>;
  stop(): Promise<void>;
};

export const TAGS = [
  ["encryption", "nip44_v2 nip04"],
  ["notifications", "payment_received payment_sent"],
];

type Cipher = { readonly encrypt: (text: string) => string; readonly decrypt: (text: string) => string };

export async function startFakeWallet(): Promise<FakeWallet> {
  const relay = await startFakeRelay();
  const [secret, client] = [generateSecretKey(), generateSecretKey()];
  const folder = mkdtempSync(join(tmpdir(), "leyden-nwc-"));
  const credentialFile = join(folder, "address");
  const node = createFakeNode({ clock: machineClock, retriesFailed: true, capabilities: { cltvLimit: false } });
  node.capabilities = { ...node.capabilities, feeLimit: { kind: "none", reserve: (amount) => msats(amount) } };
  const key = getPublicKey(secret);
  const wallet: FakeWallet = {
    relay,
    node,
    methods: createFakeMethods(node),
    credentialFile,
    key,
    orders: [],
    called: [],
    fault: undefined,
    isSilent: false,
    write(...lines) {
      const query = new URLSearchParams({ relay: relay.url, secret: bytesToHex(client), lud16: "alice@example.com" });
      writeFileSync(credentialFile, [`nostr+walletconnect://${key}?${query}`, ...lines, ""].join("\n"));
    },
    present(tags = TAGS, content = wallet.methods.offered.join(" ")) {
      relay.publish(sign({ kind: 13_194, tags: tags.map((tag) => [...tag]), content }, secret));
    },
    async receive(invoice) {
      const isPaid = await node.counterparty.pay(invoice);
      if (isPaid && !wallet.isSilent) {
        const { paymentHash } = decodeInvoice(invoice);
        notify(wallet, secret, getPublicKey(client), paymentHash);
      }
      return isPaid;
    },
    async stop() {
      await relay.stop();
      rmSync(folder, { recursive: true });
    },
  };
  relay.onEvent = (event) => void reply(wallet, secret, event);
  wallet.write();
  wallet.present();
  return wallet;
}

type Draft = { readonly kind: number; readonly tags: string[][]; readonly content: string };

function sign(draft: Draft, secret: Uint8Array): Event {
  return finalizeEvent({ ...draft, created_at: Math.floor(Date.now() / 1_000) }, secret);
}

const keys = new Map<string, Uint8Array>();

/** The same for each message between the two, and slow to find. */
function keyOf(secret: Uint8Array, pubkey: string): Uint8Array {
  const name = `${bytesToHex(secret)} ${pubkey}`;
  const key = keys.get(name) ?? getConversationKey(secret, pubkey);
  keys.set(name, key);
  return key;
}

function cipherOf({ tags, pubkey }: Event, secret: Uint8Array): Cipher {
  const isNew = tags.some(([name, value]) => name === "encryption" && value === "nip44_v2");
  if (!isNew)
    return {
      encrypt: (text) => encrypt04(secret, pubkey, text),
      decrypt: (text) => decrypt04(secret, pubkey, text),
    };
  const key = keyOf(secret, pubkey);
  return { encrypt: (text) => encrypt44(text, key), decrypt: (text) => decrypt44(text, key) };
}

/** In both forms: NIP-44 and, for old clients, NIP-04. */
function notify(wallet: FakeWallet, secret: Uint8Array, client: string, paymentHash: Uint8Array): void {
  const notification = wallet.methods.byHash(paymentHash);
  const type = notification?.["type"] === "outgoing" ? "payment_sent" : "payment_received";
  const text = JSON.stringify({ notification_type: type, notification });
  const content = encrypt44(text, keyOf(secret, client));
  wallet.relay.publish(sign({ kind: 23_197, tags: [["p", client]], content }, secret));
  const old = encrypt04(secret, client, text);
  wallet.relay.publish(sign({ kind: 23_196, tags: [["p", client]], content: old }, secret));
}

async function reply(wallet: FakeWallet, secret: Uint8Array, event: Event): Promise<void> {
  const cipher = cipherOf(event, secret);
  const request = JSON.parse(cipher.decrypt(event.content)) as {
    readonly method: string;
    readonly params: Record<string, unknown>;
  };
  wallet.called.push(request.method);
  const say = (body: Record<string, unknown>, { key = secret, id = event.id, isSigned = true } = {}) => {
    const content = cipher.encrypt(JSON.stringify({ result_type: request.method, ...body }));
    const tags = [
      ["p", event.pubkey],
      ["e", id],
    ];
    const answer = sign({ kind: 23_195, tags, content }, key);
    if (key !== secret) return wallet.relay.force(answer);
    return wallet.relay.publish(isSigned ? answer : { ...answer, sig: "00".repeat(64) });
  };
  if (request.method !== "pay_invoice") return say(wallet.methods.answer(request.method, request.params));
  const { fault } = wallet;
  wallet.fault = undefined;
  if (fault === "lose") return;
  if (typeof fault === "object" && "code" in fault) return say(errorOf(fault.code, "because"));
  const begun = wallet.methods.begin(request.params);
  if (!("reference" in begun)) return say(begun);
  wallet.orders.push(String(request.params["invoice"]));
  if (fault === "cut") await wallet.relay.restart();
  while (begun.status.kind === "in_flight") await machineClock.sleep(3);
  if (begun.status.kind === "settled" && !wallet.isSilent) notify(wallet, secret, event.pubkey, begun.paymentHash);
  if (fault === "hang" || fault === "cut") return;
  if (typeof fault === "object" && "lateMs" in fault) await machineClock.sleep(fault.lateMs);
  const body = wallet.methods.outcome(begun);
  if (fault === "contradict") return say(errorOf("PAYMENT_FAILED", "timeout"));
  if (fault === "forge") return say(body, { key: generateSecretKey() });
  if (fault === "unsigned") return say(body, { isSigned: false });
  if (fault === "astray") return say(body, { id: sha(randomBytes(8)) });
  if (typeof fault === "object" && "result" in fault) return say({ result: fault.result });
  if (fault === "twice") say(body);
  say(body);
}

export function errorOf(code: string, message: string): Record<string, unknown> {
  return { error: { code, message }, result: null };
}

function sha(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
