/** What a client asked for, and what it was told: the record with which the books are compared afterwards. */
export type Deed = {
  readonly n: number;
  readonly kind: Kind;
  /** Which project asked. */
  readonly by: number;
  readonly method: "POST";
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly amount: bigint;
  /** Of movements inside: which project receives. Undefined: none of ours. */
  readonly to?: number | undefined;
  /** Of redeeming and revoking: what it is about. */
  readonly of?: Deed | undefined;
  readonly answers: Answer[];
  /** Hashes of payments over Lightning that this may have made or received, as they became known. */
  readonly hashes: Set<string>;
  /** What the first answer named, and what reads it. */
  id?: string;
  /** The LNURL by which a voucher or withdrawal request is taken. */
  lnurl?: string;
  /** Hashes by which it was taken, or tried. */
  readonly claims: Set<string>;
  /** The same of one that is lost, after the request was repeated and has made another. */
  readonly lostClaims: Set<string>;
};

export type Kind =
  | "invoice"
  | "address"
  | "inside"
  | "email"
  | "voucher"
  | "withdrawal"
  | "redeem"
  | "revoke"
  | "charge"
  | "static";

// biome-ignore lint/suspicious/noExplicitAny: what the service answers is looked at as it comes
export type Json = any;

export type Answer = {
  /** 0: none came. */
  readonly status: number;
  readonly body: Json;
  readonly isReplay: boolean;
  readonly round: number;
  readonly isAfterRestore: boolean;
};

export const PAYMENTS: readonly Kind[] = ["invoice", "address", "inside"];
export const TAKEN: readonly Kind[] = ["voucher", "withdrawal", "email"];

/** Where the thing that a deed has made is read. */
export function placeOf({ kind, id }: Deed): string | undefined {
  if (id === undefined) return undefined;
  if (PAYMENTS.includes(kind)) return `/v0/payments/${id}`;
  if (kind === "voucher" || kind === "email") return `/v0/vouchers/${id}`;
  if (kind === "withdrawal") return `/v0/withdrawal-requests/${id}`;
  if (kind === "charge") return `/v0/charges/${id}`;
  return undefined;
}
