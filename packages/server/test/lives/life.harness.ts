import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "./chance.harness.ts";
import { type Answer, type Deed, type Json, type Kind, PAYMENTS, TAKEN } from "./deed.harness.ts";
import { hashOf, type World } from "./world.harness.ts";

export type Project = { readonly key: string; readonly walletId: string; readonly handle: string };

/** Everybody who uses one installation, and what they know. */
export type People = {
  readonly baseUrl: string;
  readonly projects: readonly Project[];
  readonly userAddress: string;
  readonly merchantAddress: string;
  readonly chance: Chance;
  readonly deeds: Deed[];
  /** Hashes that the merchant holds back. */
  readonly held: Set<string>;
  /** All that it has ever held back: asked again, one may be paid only then. */
  readonly holds: Set<string>;
  /** Several payments of one amount: what a hash was for cannot be told by it. */
  readonly hasTwins: boolean;
  round: number;
  /** How many there were: each has an amount of its own. */
  tips: number;
  isAfterRestore: boolean;
};

const LOAD = 8;

/** Lives until `isOver`; requests that are under way then are cut off by whoever kills the service. */
export async function live(people: People, world: World, isOver: () => boolean): Promise<void> {
  const one = async () => {
    while (!isOver()) {
      await act(people, world).catch(ignore);
      await sleep(people.chance.whole(0, 60));
    }
  };
  await Promise.all(Array.from({ length: LOAD }, one));
}

/** What was under way at a kill fails in every way. */
function ignore(): void {
  // the record has no answer then
}

type Plan = Pick<Deed, "kind" | "path" | "body" | "amount"> & { to?: number; of?: Deed; hash?: string; wait?: string };

const WEIGHTS: readonly (readonly [string, number])[] = [
  ["invoice", 4],
  ["hold", 3],
  ["cancelled", 2],
  ["address", 4],
  ["inside", 3],
  ["user", 1],
  ["email", 2],
  ["voucher", 3],
  ["withdrawal", 3],
  ["take", 6],
  ["redeem", 2],
  ["revoke", 1],
  ["charge", 3],
  ["static", 1],
  ["tip", 2],
  ["end held", 3],
];
const WORDS = WEIGHTS.flatMap(([word, weight]) => Array.from({ length: weight }, () => word));

async function act(people: People, world: World): Promise<void> {
  const { chance, deeds } = people;
  const by = chance.whole(0, people.projects.length - 1);
  const word = chance.oneOf(WORDS);
  if (word === "end held") {
    if (people.held.size === 0) return;
    return await endHeld(people, world, chance.oneOf([...people.held]));
  }
  if (word === "take") {
    const open = deeds.filter(({ kind, lnurl }) => TAKEN.includes(kind) && lnurl !== undefined);
    if (open.length === 0) return;
    const deed = chance.oneOf(open);
    return void (await world.take(deed.lnurl as string, (hash) => deed.claims.add(hash)));
  }
  if (word === "tip") return await tip(people, world, by);
  const plan = await planOf(people, world, word, by);
  if (plan === undefined) return;
  const deed = begin(people, by, plan);
  await ask(people, deed, plan.wait);
  if (deed.kind === "charge" && deed.hashes.size > 0)
    await world.pay(deed.answers[0]?.body?.data?.invoice?.request ?? "");
}

export function begin({ deeds, round }: People, by: number, { hash, wait: _, ...plan }: Plan): Deed {
  const n = deeds.length;
  const key = `${round}-${n}`;
  const deed: Deed = {
    ...plan,
    body: { ...plan.body, internalId: key },
    n,
    by,
    method: "POST",
    key,
    answers: [],
    hashes: new Set(hash === undefined ? [] : [hash]),
    claims: new Set(),
    lostClaims: new Set(),
  };
  deeds.push(deed);
  return deed;
}

async function planOf(people: People, world: World, word: string, by: number): Promise<Plan | undefined> {
  const { chance, projects, deeds } = people;
  const amount = people.hasTwins ? BigInt(chance.whole(5, 9)) * 1_000n : 5_000n + BigInt(deeds.length) * 7n;
  const whole = (amount / 1_000n + 200n) * 1_000n;
  const plain = (kind: Kind, path: string, body: object): Plan => ({
    kind,
    path,
    amount,
    body: { amount: String(amount), ...body },
  });
  switch (word) {
    case "invoice":
    case "hold":
    case "cancelled": {
      const made = await world.invoice(amount, word === "invoice" ? undefined : word);
      if (word === "hold") for (const hashes of [people.held, people.holds]) hashes.add(made.hash);
      const wait = word === "hold" ? "wait=0" : chance.oneOf(["wait=0", "wait=10"]);
      return { kind: "invoice", path: "/v0/payments", body: { invoice: made.invoice }, amount, hash: made.hash, wait };
    }
    case "address":
      return plain("address", "/v0/ln-address/send-payment", { lnAddress: people.merchantAddress });
    case "inside": {
      const to = (by + 1) % projects.length;
      return { ...plain("inside", "/v0/internal-transfer", { receiverWalletId: projects[to]?.walletId }), to };
    }
    case "user":
      return plain("inside", "/v0/ln-address/send-payment", { lnAddress: people.userAddress });
    case "email": {
      const body = {
        email: `one-${people.round}-${deeds.length}@example.com`,
        amount: String(whole),
        comment: "hello",
      };
      return { kind: "email", path: "/v0/email/send-payment", body, amount: whole };
    }
    case "voucher":
      return { kind: "voucher", path: "/v1/create-voucher", body: { amount: String(whole) }, amount: whole };
    case "withdrawal":
      return { kind: "withdrawal", path: "/v0/withdrawal-requests", body: { amount: String(whole) }, amount: whole };
    case "charge":
      return plain("charge", "/v0/charges", { description: "a life", expiresIn: 3_600 });
    case "static": {
      const body = { minAmount: "1000", maxAmount: "10000000", description: "tips" };
      return { kind: "static", path: "/v0/static-charges", body, amount: 0n };
    }
    case "redeem":
    case "revoke":
      return endOf(people, word, by);
    default:
      return undefined;
  }
}

/** One that has not arrived yet stays in the list. */
export async function endHeld({ chance, held }: People, world: World, hash: string): Promise<void> {
  if (await world.endHeld(hash, chance.oneOf(["settle", "fail"]))) held.delete(hash);
}

/** Of a voucher that was not ended so before. */
function endOf({ chance, deeds }: People, kind: "redeem" | "revoke", by: number): Plan | undefined {
  const open = deeds.filter(
    (deed) => deed.kind === "voucher" && deed.lnurl !== undefined && !deeds.some(({ of }) => of === deed),
  );
  if (open.length === 0) return undefined;
  const of = chance.oneOf(open);
  if (kind === "revoke" && of.by !== by) return undefined;
  const { code, claimToken } = of.answers.find(({ body }) => body?.data?.claimToken)?.body.data ?? {};
  const body = kind === "redeem" ? { code, claimToken } : { code };
  return { kind, path: `/v0/${kind}-voucher`, body, amount: of.amount, of };
}

/** Somebody outside pays a static charge, or the address of a project. */
async function tip(people: People, world: World, by: number): Promise<void> {
  const { chance, deeds, projects, baseUrl } = people;
  const statics = deeds.filter(({ kind, id }) => kind === "static" && id !== undefined);
  people.tips += 1;
  const amount = 300_000n + BigInt(people.tips);
  if (statics.length > 0 && chance.fraction() < 0.5) {
    const deed = chance.oneOf(statics);
    return await world.payAt(deed.lnurl ?? "", amount, (hash) => deed.hashes.add(hash));
  }
  const url = `${baseUrl}/.well-known/lnurlp/${projects[by]?.handle}`;
  const deed = begin(people, by, { kind: "static", path: "", body: {}, amount });
  await world.payAt(url, amount, (hash) => deed.hashes.add(hash));
}

/** Sends the request, also once more; what it answers is in the record. */
export async function ask(people: People, deed: Deed, prefer?: string, headers: object = {}): Promise<Answer> {
  const { projects, baseUrl, round } = people;
  const base = { round, isAfterRestore: people.isAfterRestore };
  try {
    const response = await fetch(`${baseUrl}${deed.path}`, {
      method: deed.method,
      headers: {
        apikey: projects[deed.by]?.key ?? "",
        "content-type": "application/json",
        "idempotency-key": deed.key,
        ...(prefer === undefined ? {} : { prefer }),
        ...headers,
      },
      body: JSON.stringify(deed.body),
      signal: AbortSignal.timeout(90_000),
    });
    const body: Json = await response.json();
    const isReplay = response.headers.get("idempotent-replayed") === "true";
    const answer: Answer = { ...base, status: response.status, body, isReplay };
    deed.answers.push(answer);
    learn(deed, body);
    return answer;
  } catch {
    const answer: Answer = { ...base, status: 0, body: undefined, isReplay: false };
    deed.answers.push(answer);
    return answer;
  }
}

export function learn(deed: Deed, { data }: Json): void {
  if (data === undefined) return;
  const { id, invoice, lnurl, preimage } = data;
  if (deed.id !== undefined && deed.id !== id && TAKEN.includes(deed.kind)) {
    for (const hash of deed.claims) deed.lostClaims.add(hash);
    deed.claims.clear();
  }
  if (deed.id !== undefined && deed.id !== id && deed.kind === "charge") deed.hashes.clear();
  if (id !== undefined) deed.id = id;
  if (PAYMENTS.includes(deed.kind) && typeof preimage === "string")
    deed.hashes.add(createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex"));
  if (PAYMENTS.includes(deed.kind) && typeof invoice === "string" && invoice !== "") deed.hashes.add(hashOf(invoice));
  if (deed.kind === "charge" && invoice?.request) deed.hashes.add(hashOf(invoice.request));
  if (deed.kind === "static" && invoice?.request) deed.lnurl = invoice.request;
  if (typeof lnurl === "string") deed.lnurl = lnurl;
  if (deed.kind === "withdrawal" && invoice?.request) deed.lnurl = invoice.request;
}

/** Reads something of a project; undefined where there is nothing. */
export async function read({ baseUrl, projects }: People, by: number, path: string): Promise<Json> {
  const response = await fetch(`${baseUrl}${path}`, { headers: { apikey: projects[by]?.key ?? "" } });
  const body: Json = await response.json();
  if (response.status === 404) return undefined;
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body.data;
}

const LISTS: readonly string[] = ["payments", "vouchers", "withdrawal-requests", "charges"];

/** Finds what was made by requests whose answers were lost: each names itself by its `internalId`. */
export async function findUnanswered(people: People): Promise<void> {
  const { baseUrl, projects, deeds } = people;
  const open = new Map(deeds.filter(({ id, path }) => id === undefined && path !== "").map((deed) => [deed.key, deed]));
  for (const { key } of projects)
    for (const list of LISTS)
      for (let cursor: string | null = ""; cursor !== null; ) {
        const url = `${baseUrl}/v0/${list}?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const answer: Json = await (await fetch(url, { headers: { apikey: key } })).json();
        for (const data of answer.data) {
          const deed = open.get(data.internalId);
          if (deed !== undefined) learn(deed, { data });
        }
        cursor = answer.next_cursor;
      }
}
