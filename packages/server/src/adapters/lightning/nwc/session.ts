import { decrypt as decrypt04, encrypt as encrypt04 } from "nostr-tools/nip04";
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from "nostr-tools/nip44";
import type { Event } from "nostr-tools/pure";
import type { Clock } from "#kernel/clock.ts";
import { type NodeClock, NodeUnavailable } from "#lightning";
import { type Fields, fieldsOf, textOf } from "../answers.ts";
import { Late, NotConnected } from "../errors.ts";
import { beginTiming } from "../node-clock.ts";
import { lacksYes, type ServiceAddress } from "./address.ts";
import { infoOf, methodsIn } from "./answers.ts";
import { Broke, Refused } from "./errors.ts";
import { connectRelay, type Relay } from "./relay.ts";
import { publicKeyOf, signEvent } from "./signed-events.ts";

export type NwcRequest = {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  /** Called right before the request leaves, so that it may still refuse by throwing. */
  readonly onLeaving?: () => void;
  /** Called with what the reply says of the wallet service's clock. */
  readonly onClock?: (clock: NodeClock | undefined) => void;
  /** To whichever service the address is of, required or not. */
  readonly isAnybody?: boolean;
};

const KIND = { info: 13_194, request: 23_194, reply: 23_195, notice: 23_197, oldNotice: 23_196 } as const;
const TIMEOUT_MS = 15_000;
/** A wallet service ignores a request that reaches it later, however long a relay has kept it. */
const EXPIRATION_SECONDS = 60;
/** Replies of a service whose clock is behind ours are not overlooked. */
const SINCE_SECONDS = 3_600;
/** Without these methods money could not be followed. */
const NEEDED = ["pay_invoice", "make_invoice", "lookup_invoice", "list_transactions", "get_balance", "get_info"];

/**
 * Of one connection: another connection has another object. `answeredMs`: when the wallet service last gave a result;
 * undefined: it has given none, or has not replied to the last request.
 */
export type Life = { answeredMs: number | undefined };

/** A connection to a wallet service, until its relay is gone. */
export type Session = {
  readonly address: ServiceAddress;
  readonly relay: Relay;
  readonly cipher: Cipher;
  readonly notifies: boolean;
  readonly life: Life;
  readonly waiting: Waiting;
};

/** `seconds`: when it was made, by the clock of who made it. */
type Waiting = Map<string, (reply: Fields, seconds: number) => void>;

type Cipher = {
  readonly name: "nip44_v2" | "nip04";
  readonly encrypt: (text: string) => string;
  readonly decrypt: (text: string) => string;
};

/** The first relay that answers: never two at a time. */
export async function firstRelay(relays: readonly string[], clock: Clock): Promise<Relay> {
  let failure: unknown;
  for (const url of relays)
    try {
      return await connectRelay(url, clock);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

type Begin = {
  readonly address: ServiceAddress;
  readonly relay: Relay;
  readonly clock: Clock;
  /** Called with the hash of the payment of each notification. */
  readonly onNews: (paymentHash: string) => void;
};

/** Reads what the service can do, and listens to its replies before the first request. */
export async function begin({ address, relay, clock, onNews }: Begin): Promise<Session> {
  const { service, secret } = address;
  let info: Event | undefined;
  await relay.subscribe({ kinds: [KIND.info], authors: [service], limit: 1 }, (event) => {
    if (info === undefined || event.created_at > info.created_at) info = event;
  });
  if (info === undefined) throw new NodeUnavailable("the relay knows nothing of this wallet service");
  const cipher = cipherFor(tagOf(info, "encryption").split(" "), address);
  const waiting: Waiting = new Map();
  const since = Math.floor(clock.now().getTime() / 1_000) - SINCE_SECONDS;
  const ours = { authors: [service], "#p": [publicKeyOf(secret)], since };
  await relay.subscribe({ kinds: [KIND.reply], ...ours }, (event) => {
    const taker = waiting.get(tagOf(event, "e"));
    const reply = taker && read(cipher, event);
    if (reply !== undefined) taker?.(reply, event.created_at);
  });
  const kind = cipher.name === "nip44_v2" ? KIND.notice : KIND.oldNotice;
  await relay.subscribe({ kinds: [kind], ...ours }, (event) => {
    const { payment_hash: hash } = fieldsIn(read(cipher, event)?.["notification"]);
    if (typeof hash === "string") onNews(hash);
  });
  const notifies = tagOf(info, "notifications").includes("payment_received");
  const session = { address, relay, cipher, waiting, notifies, life: { answeredMs: undefined } };
  refuse(address, info, await exchange(session, { method: "get_info", params: {} }, clock));
  return session;
}

/** @throws {NodeUnavailable} when it cannot do what we need, or the operator has not said yes. */
function refuse({ service, mainnet }: ServiceAddress, { content }: Event, answer: Fields): void {
  const methods = methodsIn(answer) ?? content.split(/\s+/);
  const lacking = NEEDED.filter((method) => !methods.includes(method));
  if (lacking.length > 0)
    throw new NodeUnavailable(`the wallet service does not offer ${lacking.join(", ")} to this connection`, {
      why: "permission",
    });
  if (infoOf(answer, service).network === "mainnet" && !mainnet) throw lacksYes();
}

export async function exchange(
  { address, relay, cipher, waiting, life }: Session,
  { method, params, timeoutMs = TIMEOUT_MS, onLeaving, onClock }: NwcRequest,
  clock: Clock,
): Promise<Fields> {
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  const event = signEvent(
    {
      kind: KIND.request,
      created_at: seconds,
      tags: [
        ["p", address.service],
        ["expiration", String(seconds + EXPIRATION_SECONDS)],
        ...(cipher.name === "nip44_v2" ? [["encryption", cipher.name]] : []),
      ],
      content: cipher.encrypt(JSON.stringify({ method, params })),
    },
    address.secret,
  );
  const sentMs = clock.monotonicMs();
  const timed = beginTiming(clock);
  const replied = new AbortController();
  let reply: Fields | undefined;
  waiting.set(event.id, (given, seconds) => {
    if (reply === undefined) onClock?.(timed(seconds));
    reply ??= given;
    replied.abort();
  });
  try {
    onLeaving?.();
    if (relay.over.aborted) throw new NotConnected("the connection to the relay broke");
    relay.publish(event);
    await clock.sleep(timeoutMs, AbortSignal.any([replied.signal, relay.over]));
  } finally {
    waiting.delete(event.id);
  }
  if (reply !== undefined) {
    const result = resultOf(method, reply);
    life.answeredMs = clock.monotonicMs();
    return result;
  }
  life.answeredMs = undefined;
  if (relay.over.aborted) throw new Broke("the connection to the relay broke");
  // A relay says whether it takes an event (NIP-01): where nothing came, the connection stands at this end alone.
  if (relay.heardMs() < sentMs) relay.close();
  throw new Late(`the wallet service did not reply to ${method} within ${timeoutMs} ms`);
}

/** @throws {Refused} */
function resultOf(method: string, reply: Fields): Fields {
  if (reply["result_type"] !== method) throw new NodeUnavailable(`the reply to ${method} is none`);
  const error = reply["error"];
  if (error === undefined || error === null) return fieldsOf(reply["result"]);
  const { code, message } = fieldsOf(error);
  const { preimage } = (reply["result"] ?? {}) as Fields;
  const words = typeof message === "string" ? message.slice(0, 200) : "";
  throw new Refused(textOf(code), `${method}: ${words}`, preimage);
}

/** NIP-44 where the service takes it; without the tag it takes NIP-04 alone. */
function cipherFor(offered: readonly string[], { service, secret }: ServiceAddress): Cipher {
  if (!offered.includes("nip44_v2"))
    return {
      name: "nip04",
      encrypt: (text) => encrypt04(secret, service, text),
      decrypt: (text) => decrypt04(secret, service, text),
    };
  const key = getConversationKey(secret, service);
  return { name: "nip44_v2", encrypt: (text) => encrypt44(text, key), decrypt: (text) => decrypt44(text, key) };
}

/** Undefined: it cannot be decrypted, or is no object. */
function read(cipher: Cipher, event: Event): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(cipher.decrypt(event.content)));
  } catch {
    return undefined;
  }
}

function tagOf({ tags }: Event, name: string): string {
  return tags.find(([tag]) => tag === name)?.[1] ?? "";
}

function fieldsIn(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
