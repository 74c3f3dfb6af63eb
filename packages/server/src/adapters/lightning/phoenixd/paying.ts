import { createHash } from "node:crypto";
import type { Clock } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import {
  type Failed,
  type InFlight,
  NodeUnavailable,
  type PaymentFailureReason,
  type Permissions,
  type SendOutcome,
  type SendRequest,
  type Settled,
} from "#lightning";
import { fieldsOf } from "../answers.ts";
import { Late, notSentBy, TooLate } from "../errors.ts";
import { refusalOf } from "../invoices.ts";
import type { Outcomes } from "../outcomes.ts";
import { createSingleOrders } from "../single-orders.ts";
import { isSame, reasonIn, type Sent } from "./answers.ts";
import { type PhoenixdLink, parseJson, type Reply } from "./exchange.ts";

export type PayerOptions = {
  readonly clock: Clock;
  readonly link: PhoenixdLink;
  readonly find: (paymentHash: Uint8Array) => Promise<Sent | undefined>;
  readonly feeReserve: (amount: Msats) => Msats;
  readonly outcomes: () => Outcomes;
  readonly payWaitMs: number;
};

export type Payer = {
  pay(request: SendRequest): Promise<SendOutcome>;
  /** A call of `pay` for the hash is under way in this process. */
  isPaying(paymentHash: Uint8Array): boolean;
  /** The state of an attempt, with the reason of its failure when `pay` was told one: look-ups have none. */
  explained(sent: Sent): Settled | Failed | InFlight;
};

/** Reasons of so many failures are remembered. */
const REASONS_MAX = 1_000;
/** Until the attempt is in phoenixd's database, and between two looks for its name. */
const NAMING_PAUSES_MS = [200, 1_000, 5_000];

/**
 * Pays, one attempt a hash. phoenixd takes no key that makes an order happen once, and its answer is no proof: an order
 * for a paid invoice is "failed". So a hash that phoenixd has anything of is not ordered, no two orders for one hash
 * are under way, and what became of an order is what a look-up of the hash says.
 */
export function createPayer({ clock, link, find, feeReserve, outcomes, payWaitMs }: PayerOptions): Payer {
  const reasons = new Map<string, PaymentFailureReason>();

  function explained({ reference, status }: Sent): Settled | Failed | InFlight {
    return status.kind === "failed" ? { kind: "failed", reason: reasons.get(reference) ?? status.reason } : status;
  }

  function remember({ reference }: Sent, reason: PaymentFailureReason): void {
    reasons.set(reference, reason);
    const [oldest] = reasons.keys();
    if (reasons.size > REASONS_MAX && oldest !== undefined) reasons.delete(oldest);
  }

  function form(request: SendRequest): URLSearchParams {
    if (clock.monotonicMs() >= request.deadlineMonotonicMs) throw new TooLate("the attempt's deadline has passed");
    const { invoice, amount } = request;
    return new URLSearchParams({ invoice, ...(amount !== undefined && { amountSat: String(amount / 1_000n) }) });
  }

  /** The answer comes when the payment is finished; its name is found before. */
  async function nameWhile(answer: Promise<unknown>, { paymentHash, onReference }: SendRequest): Promise<void> {
    const end = new AbortController();
    void answer.then(
      () => end.abort(),
      () => end.abort(),
    );
    for (let i = 0; !end.signal.aborted; i++) {
      await clock.sleep(NAMING_PAUSES_MS[i] ?? 5_000, end.signal);
      if (end.signal.aborted) return;
      const sent = await find(paymentHash).catch(ignored);
      if (sent !== undefined) return onReference(sent.reference);
    }
  }

  /** What the look-up of the hash says, with the reason that the answer gave. Undefined: phoenixd has nothing. */
  async function judge({ paymentHash, onReference }: SendRequest, answer?: Reply): Promise<SendOutcome | undefined> {
    const sent = await find(paymentHash);
    if (sent === undefined) return undefined;
    onReference(sent.reference);
    if (sent.status.kind === "failed" && answer !== undefined) remember(sent, reasonOf(answer));
    return explained(sent);
  }

  /**
   * The look-up decides, and has the exact fee. A preimage of the hash is proof by itself: no look-up can make a
   * failure of it.
   */
  async function judgeReply(request: SendRequest, reply: Reply): Promise<SendOutcome> {
    const found = await judge(request, reply);
    const isPaid = isPreimage(preimageIn(reply), request.paymentHash);
    if (found !== undefined && (found.kind === "settled" || !isPaid)) return found;
    const said = detailOf(reply);
    if (isPaid) return { kind: "unknown", detail: `phoenixd says that it is paid and has no record of that: ${said}` };
    if (isRefused(reply)) return { kind: "not_sent", reason: "refused", detail: said };
    return { kind: "unknown", detail: `phoenixd does not know the payment that it answered about: ${said}` };
  }

  /** phoenixd would round. */
  const objectionTo =
    ({ feeLimit }: SendRequest) =>
    (amount: Msats) => {
      if (amount % 1_000n !== 0n) return "phoenixd pays whole sats only";
      return feeReserve(amount) > feeLimit ? "phoenixd takes more than the fee limit" : undefined;
    };

  async function order(request: SendRequest): Promise<SendOutcome> {
    const answer = link.send({
      method: "POST",
      path: "/payinvoice",
      form: () => form(request),
      timeoutMs: payWaitMs,
    });
    void nameWhile(answer, request);
    const reply = await answer.catch((error: unknown) => error);
    if (!isReply(reply)) return await afterError(request, reply);
    return await judgeReply(request, reply).catch(unknown);
  }

  /** The order brought no answer. */
  async function afterError(request: SendRequest, error: unknown): Promise<SendOutcome> {
    const unsent = notSentBy(error);
    if (unsent !== undefined) return unsent;
    if (!(error instanceof Late)) return unknown(error);
    return (await judge(request).catch(ignored)) ?? unknown(error);
  }

  const orders = createSingleOrders({
    refusalOf: (request) => refusalOf(request, { now: clock.now(), objectionTo: objectionTo(request) }),
    knows: async (paymentHash) => (await find(paymentHash)) !== undefined,
    order,
    outcomes,
  });
  return { explained, ...orders };
}

function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && "status" in value && "text" in value;
}

/**
 * Refused before anything was begun: by the HTTP layer, or for what phoenixd looks at before it writes a payment down
 * (lightning-kmp, `sendPayment`).
 */
function isRefused(reply: Reply): boolean {
  if (reply.status !== 200) return reply.status >= 400 && reply.status < 500;
  return /features not supported|must be positive/.test(detailOf(reply));
}

function preimageIn({ status, text }: Reply): unknown {
  return status === 200 ? fieldsOf(parseJson(text))["paymentPreimage"] : undefined;
}

function isPreimage(preimage: unknown, paymentHash: Uint8Array): boolean {
  if (typeof preimage !== "string") return false;
  return isSame(createHash("sha256").update(Buffer.from(preimage, "hex")).digest(), paymentHash);
}

/** `payment_failed` is an answer with status 200. */
function reasonOf({ status, text }: Reply): PaymentFailureReason {
  return status === 200 ? reasonIn(fieldsOf(parseJson(text))["reason"]) : "other";
}

/** Asks to pay no invoice, which is refused before anything else only where the password may not pay. */
export async function readPermissions(link: PhoenixdLink): Promise<Permissions | undefined> {
  const { status } = await link.send({ method: "POST", path: "/payinvoice", form: () => new URLSearchParams() });
  if (status === UNAUTHORIZED)
    return { lacking: [{ name: "payinvoice", neededFor: "service", stops: "payments" }], needless: [] };
  return status === BAD_REQUEST ? { lacking: [], needless: [] } : undefined;
}

/** To an order: the questions before it were answered, so the password is the one for limited access. */
const UNAUTHORIZED = 401;
const BAD_REQUEST = 400;

function detailOf({ status, text }: Reply): string {
  if (status === 200) return String(fieldsOf(parseJson(text))["reason"] ?? "paid");
  const said = `${status}: ${text.slice(0, 200)}`;
  return status === UNAUTHORIZED ? `the password in LEYDEN_NODE_CREDENTIAL may not pay (${said})` : said;
}

function unknown(error: unknown): SendOutcome {
  if (!(error instanceof NodeUnavailable)) throw error;
  return { kind: "unknown", detail: error.message };
}

function ignored(error: unknown): undefined {
  if (!(error instanceof NodeUnavailable)) throw error;
  return undefined;
}
