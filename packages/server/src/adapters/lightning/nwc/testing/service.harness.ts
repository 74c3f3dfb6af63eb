import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@noble/hashes/utils.js";
import { decrypt as decrypt04, encrypt as encrypt04 } from "nostr-tools/nip04";
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from "nostr-tools/nip44";
import { type Event, generateSecretKey } from "nostr-tools/pure";
import type { Fields } from "../../answers.ts";
import { publicKeyOf, signEvent } from "../signed-events.ts";
import { type FakeRelay, startFakeRelay } from "./relay.harness.ts";

/** A request that has come, and the way to reply. */
export type Asked = {
  readonly method: string;
  readonly params: Fields;
  /** `body`: `result` or `error`. The rest is for replies that are not to be believed. */
  say(body: Fields, wrong?: { readonly key?: Uint8Array; readonly id?: string; readonly isUnsigned?: boolean }): void;
};

/** What a wallet service (NIP-47) says over its relay, whatever money stands behind it. It notifies its one client. */
export type WalletService = {
  readonly relay: FakeRelay;
  /** The file with the client's address. */
  readonly credentialFile: string;
  /** Public key of the service. */
  readonly key: string;
  /** By how many seconds its clock is ahead of this machine's. */
  aheadS: number;
  /** Writes the file of the credential, with these lines below the address. */
  write(...lines: readonly string[]): void;
  /** Publishes what it can do. */
  present(content: string, tags?: readonly (readonly string[])[]): void;
  /** A notification of a transaction, in both forms: NIP-44 and, for old clients, NIP-04. */
  notify(transaction: Fields): void;
  stop(): Promise<void>;
};

export const TAGS = [
  ["encryption", "nip44_v2 nip04"],
  ["notifications", "payment_received payment_sent"],
];

type Cipher = { readonly encrypt: (text: string) => string; readonly decrypt: (text: string) => string };

export async function startWalletService(onRequest: (asked: Asked) => Promise<void>): Promise<WalletService> {
  const relay = await startFakeRelay();
  const [secret, client] = [generateSecretKey(), generateSecretKey()];
  const [key, clientKey] = [publicKeyOf(secret), publicKeyOf(client)];
  const folder = mkdtempSync(join(tmpdir(), "leyden-nwc-"));
  const credentialFile = join(folder, "address");
  const shared = new Map<string, Uint8Array>();

  /** The same for each message between the two, and slow to find. */
  function sharedWith(pubkey: string): Uint8Array {
    const found = shared.get(pubkey) ?? getConversationKey(secret, pubkey);
    shared.set(pubkey, found);
    return found;
  }

  function cipherOf({ tags, pubkey }: Event): Cipher {
    const isNew = tags.some(([name, value]) => name === "encryption" && value === "nip44_v2");
    if (!isNew)
      return {
        encrypt: (text) => encrypt04(secret, pubkey, text),
        decrypt: (text) => decrypt04(secret, pubkey, text),
      };
    const key = sharedWith(pubkey);
    return { encrypt: (text) => encrypt44(text, key), decrypt: (text) => decrypt44(text, key) };
  }

  function askedBy(event: Event): Asked {
    const cipher = cipherOf(event);
    const { method, params } = JSON.parse(cipher.decrypt(event.content)) as Pick<Asked, "method" | "params">;
    return {
      method,
      params,
      say(body, wrong = {}) {
        const content = cipher.encrypt(JSON.stringify({ result_type: method, ...body }));
        const tags = [
          ["p", event.pubkey],
          ["e", wrong.id ?? event.id],
        ];
        const answer = sign({ kind: 23_195, tags, content }, wrong.key ?? secret, service.aheadS);
        if (wrong.key !== undefined) relay.force(answer);
        else relay.publish(wrong.isUnsigned === true ? { ...answer, sig: "00".repeat(64) } : answer);
      },
    };
  }

  relay.onEvent = (event) => void onRequest(askedBy(event));
  const service: WalletService = {
    relay,
    credentialFile,
    key,
    aheadS: 0,
    write(...lines) {
      const query = new URLSearchParams({ relay: relay.url, secret: bytesToHex(client), lud16: "alice@example.com" });
      writeFileSync(credentialFile, [`nostr+walletconnect://${key}?${query}`, ...lines, ""].join("\n"), {
        mode: 0o600,
      });
    },
    present(content, tags = TAGS) {
      relay.publish(sign({ kind: 13_194, tags: tags.map((tag) => [...tag]), content }, secret));
    },
    notify(transaction) {
      const type = transaction["type"] === "outgoing" ? "payment_sent" : "payment_received";
      const text = JSON.stringify({ notification_type: type, notification: transaction });
      const tags = [["p", clientKey]];
      relay.publish(sign({ kind: 23_197, tags, content: encrypt44(text, sharedWith(clientKey)) }, secret));
      relay.publish(sign({ kind: 23_196, tags, content: encrypt04(secret, clientKey, text) }, secret));
    },
    async stop() {
      await relay.stop();
      rmSync(folder, { recursive: true });
    },
  };
  service.write();
  return service;
}

type Draft = { readonly kind: number; readonly tags: string[][]; readonly content: string };

function sign(draft: Draft, secret: Uint8Array, aheadS = 0): Event {
  return signEvent({ ...draft, created_at: Math.floor(Date.now() / 1_000) + aheadS }, secret);
}

export function errorOf(code: string, message: string): Fields {
  return { error: { code, message }, result: null };
}
