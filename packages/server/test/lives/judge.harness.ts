import type { OutgoingPayment } from "@leyden/regtest";
import { type Deed, type Json, PAYMENTS, placeOf, TAKEN } from "./deed.harness.ts";
import { type People, read } from "./life.harness.ts";
import { hashOf, type World } from "./world.harness.ts";

/** What is there of a deed, by the service, by the node and by the merchant. */
type Found = {
  readonly deed: Deed;
  readonly thing: Json;
  /** Payments of the node for it, settled. */
  readonly paid: readonly OutgoingPayment[];
};

export type Judged = {
  readonly differences: readonly string[];
  /** Payments of the node that the books do not charge to a wallet: the operator's loss. */
  readonly lost: number;
  readonly counts: Readonly<Record<string, number>>;
};

/** Compares the books with the record, to the msat. `isWhole`: nothing that left may be lost. */
export async function judge(
  people: People,
  world: World,
  { start, isWhole }: { start: readonly bigint[]; isWhole: boolean },
): Promise<Judged> {
  const differences: string[] = [];
  const wrong = (deed: Deed, text: string) =>
    differences.push(`${deed.kind} ${deed.n} (${deed.id ?? "no id"}, key ${deed.key}, project ${deed.by}): ${text}`);
  const sent = await world.sent();
  const expected = [...start];
  const add = (project: number | undefined, amount: bigint) => {
    if (project !== undefined) expected[project] = (expected[project] ?? 0n) + amount;
  };
  const invoices = await chargesOf(people);
  const owners = new Map<string, Deed>();
  const counts: Record<string, number> = {};
  let lost = 0;

  for (const deed of people.deeds) {
    for (const hash of [...deed.claims, ...deed.lostClaims, ...(PAYMENTS.includes(deed.kind) ? deed.hashes : [])])
      owners.set(hash, deed);
    const found = await look(people, sent, deed);
    const { thing, paid } = found;
    const word = `${deed.kind} ${thing === undefined ? "absent" : (thing.status ?? "there")}${paid.length > 0 ? ", paid" : ""}`;
    counts[word] = (counts[word] ?? 0) + 1;
    if (paid.length > 1) wrong(deed, `PAID ${paid.length} TIMES: ${paid.map(({ paymentHash }) => paymentHash)}`);
    if (PAYMENTS.includes(deed.kind)) add(deed.by, payment(found, wrong));
    if (deed.kind === "inside" && thing !== undefined) add(deed.to, deed.amount);
    if (TAKEN.includes(deed.kind)) {
      add(deed.by, taken(found, wrong));
      if (thing?.status === "redeemed" && paid.length === 0) add(redeemerOf(people, deed), deed.amount);
    }
    if ((PAYMENTS.includes(deed.kind) || TAKEN.includes(deed.kind)) && thing === undefined && paid.length > 0) {
      lost += 1;
      if (isWhole) wrong(deed, `left and is not there: ${paid[0]?.paymentHash}`);
    }
    if (deed.kind === "charge" || deed.kind === "static")
      for (const hash of deed.hashes) {
        const received = await world.received(hash);
        // What came back has no invoice: it is told by its amount, which no other has.
        const isThere =
          deed.kind === "charge"
            ? thing !== undefined
            : [hash, String(received)].some((one) => invoices[deed.by]?.has(one));
        if (isThere) add(deed.by, received);
        else if (received > 0n && isWhole) wrong(deed, `was received and its charge is not there: ${hash}`);
      }
  }
  for (const [hash, { status, amountMsats }] of sent)
    if (status.kind === "settled" && !owners.has(hash)) differences.push(`nobody asked for ${hash}, ${amountMsats}`);
    else if (status.kind === "in_flight") differences.push(`still in flight: ${hash}`);
  for (const [n, wanted] of expected.entries()) {
    const { balance } = await read(people, n, "/v0/wallet");
    if (BigInt(balance) !== wanted)
      differences.push(`project ${n} has ${balance}, should have ${wanted}: ${BigInt(balance) - wanted}`);
  }
  return { differences, lost, counts };
}

async function look(people: People, sent: ReadonlyMap<string, OutgoingPayment>, deed: Deed): Promise<Found> {
  const place = placeOf(deed);
  const thing = place === undefined ? undefined : await read(people, deed.by, place);
  const hashes = TAKEN.includes(deed.kind) ? deed.claims : PAYMENTS.includes(deed.kind) ? deed.hashes : [];
  const paid = [...hashes].flatMap((hash) => {
    const payment = sent.get(hash);
    return payment?.status.kind === "settled" ? [payment] : [];
  });
  return { deed, thing, paid };
}

type Wrong = (deed: Deed, text: string) => void;

/** What a payment changes in its wallet. */
function payment({ deed, thing, paid: [paid] }: Found, wrong: Wrong): bigint {
  if (thing === undefined) return 0n;
  const isInside = thing.invoice === "" && deed.hashes.size === 0;
  switch (thing.status) {
    case "completed":
      if (isInside) return -deed.amount;
      if (paid?.status.kind !== "settled") {
        wrong(deed, "is completed, and the node has not paid it");
        return -(BigInt(thing.amount) + BigInt(thing.fee));
      }
      if (thing.amount !== paid.amountMsats || thing.fee !== paid.status.feeMsats)
        wrong(deed, `has ${thing.amount} + ${thing.fee}, the node ${paid.amountMsats} + ${paid.status.feeMsats}`);
      return -costOf(paid);
    case "failed":
      if (paid !== undefined) wrong(deed, "is failed, and the node has paid it");
      return 0n;
    default:
      wrong(deed, `is ${thing.status}: ${JSON.stringify(thing.statusDetail)}`);
      return -deed.amount;
  }
}

function costOf({ amountMsats, status }: OutgoingPayment): bigint {
  return BigInt(amountMsats) + (status.kind === "settled" ? BigInt(status.feeMsats) : 0n);
}

/** What a voucher or withdrawal request changes in the wallet of its issuer. */
function taken({ deed, thing, paid: [paid] }: Found, wrong: Wrong): bigint {
  if (thing === undefined) return 0n;
  const fee = deed.kind === "email" ? emailFee(deed.amount) : 0n;
  const isOver = ["redeemed", "completed", "settled"].includes(thing.status);
  if (isOver && paid !== undefined) return -fee - costOf(paid);
  if (paid !== undefined) wrong(deed, `was paid out, and is ${thing.status}`);
  switch (thing.status) {
    case "open":
    case "redeemed":
      return -fee - deed.amount;
    case "revoked":
    case "expired":
      return -fee;
    case "pending":
      return 0n;
    default:
      wrong(deed, `is ${thing.status}`);
      return 0n;
  }
}

function emailFee(amount: bigint): bigint {
  const share = (amount + 99n) / 100n;
  return share > 1_000n ? share : 1_000n;
}

function redeemerOf({ deeds }: People, voucher: Deed): number | undefined {
  return deeds.find(({ kind, of, answers }) => kind === "redeem" && of === voucher && answers.at(-1)?.status === 200)
    ?.by;
}

/** The payment hash of each charge of each project, or the amount that it has received. */
async function chargesOf(people: People): Promise<readonly ReadonlySet<string>[]> {
  const all: Set<string>[] = [];
  for (const [n] of people.projects.entries()) {
    const hashes = new Set<string>();
    for (let cursor = ""; ; ) {
      const { baseUrl, projects } = people;
      const url = `${baseUrl}/v0/charges?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { data, next_cursor } = (await (
        await fetch(url, { headers: { apikey: projects[n]?.key ?? "" } })
      ).json()) as Json;
      for (const { invoice, received } of data) hashes.add(invoice.request === "" ? received : hashOf(invoice.request));
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    all.push(hashes);
  }
  return all;
}
