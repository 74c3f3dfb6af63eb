import type { Msats } from "#kernel/money.ts";
import type { Columns } from "#protocol/csv.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import type { Voucher, VoucherState } from "./model/voucher.ts";
import {
  claimUrl,
  type PayoutRules,
  payoutRange,
  withdrawLinks,
  withdrawOffer,
  withdrawUrl,
} from "./model/withdraw-offer.ts";

/** A voucher as `GET /v0/vouchers/{id}` answers it, and as the body of its events (docs/contract.md). */
export function presentVoucher(voucher: Voucher) {
  const { id, walletId, origin, amount, description, internalId, createdAt, expiresAt, state } = voucher;
  if (origin.kind !== "voucher") throw new Error(`${id} is no voucher`);
  const { redeemed, takenBack } = endsOf(state);
  return {
    id,
    code: origin.code,
    amount: String(amount),
    unit: "msats" as const,
    description,
    status: state.kind,
    walletId,
    internalId: internalId ?? null,
    createdAt: createdAt.toISOString(),
    createTransactionId: origin.transfer,
    expiresAt: expiresAt.toISOString(),
    redeemedAt: redeemed?.at.toISOString() ?? null,
    redeemedById: redeemed?.by ?? null,
    redeemedTransactionId: redeemed?.transfer ?? null,
    revokedAt: takenBack?.at.toISOString() ?? null,
    revokedById: takenBack?.by ?? null,
    revokedTransactionId: takenBack?.transfer ?? null,
  };
}

/** One that has expired was revoked by the system: then too its value is back with the issuer. */
function endsOf(state: VoucherState) {
  return {
    redeemed: state.kind === "redeemed" ? state : undefined,
    takenBack: state.kind === "revoked" || state.kind === "expired" ? state : undefined,
  };
}

/** Of a voucher, as a line of a file. */
export const VOUCHER_COLUMNS: Columns<ReturnType<typeof presentVoucher>> = {
  id: (voucher) => voucher.id,
  createdAt: (voucher) => voucher.createdAt,
  status: (voucher) => voucher.status,
  code: (voucher) => voucher.code,
  amount: (voucher) => voucher.amount,
  unit: (voucher) => voucher.unit,
  description: (voucher) => voucher.description,
  internalId: (voucher) => voucher.internalId,
  expiresAt: (voucher) => voucher.expiresAt,
  redeemedAt: (voucher) => voucher.redeemedAt,
  redeemedById: (voucher) => voucher.redeemedById,
  revokedAt: (voucher) => voucher.revokedAt,
  revokedById: (voucher) => voucher.revokedById,
  createTransactionId: (voucher) => voucher.createTransactionId,
  walletId: (voucher) => voucher.walletId,
};

/** With what redeems it, which is shown once. */
export function presentIssued(baseUrl: string, voucher: Voucher, token: string | undefined) {
  return {
    ...presentVoucher(voucher),
    claimToken: token ?? null,
    claimUrl: token === undefined ? null : claimUrl(baseUrl, token).href,
    lnurl: token === undefined ? null : encodeLnurl(withdrawUrl(baseUrl, token)),
  };
}

/** What the wire calls the states of a withdrawal request. */
export const WITHDRAWAL_STATUSES = {
  pending: ["open"],
  processing: ["claiming"],
  completed: ["redeemed"],
  expired: ["expired", "revoked"],
} as const satisfies Record<string, readonly VoucherState["kind"][]>;

export type WithdrawalStatus = keyof typeof WITHDRAWAL_STATUSES;

function withdrawalStatus({ kind }: VoucherState): WithdrawalStatus {
  switch (kind) {
    case "open":
      return "pending";
    case "claiming":
      return "processing";
    case "redeemed":
      return "completed";
    case "revoked":
    case "expired":
      return "expired";
  }
}

/**
 * A withdrawal request without the secret in its LNURL: for keys that have a policy, as the body of its events and of
 * its `callbackUrl`. Of `GET /v0/withdrawal-requests/{id}` for all others it is `presentWithInvoice`.
 */
export function presentWithdrawal({ id, origin, state, ...request }: Voucher) {
  if (origin.kind !== "withdrawal") throw new Error(`${id} is no withdrawal request`);
  return {
    id,
    unit: "msats" as const,
    amount: String(request.amount),
    fee: String(feeOf(state)),
    description: request.description,
    status: withdrawalStatus(state),
    invoice: null,
    walletId: request.walletId,
    callbackUrl: request.callbackUrl ?? null,
    internalId: request.internalId ?? null,
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    confirmedAt: state.kind === "redeemed" ? state.at.toISOString() : null,
    paymentId: "claim" in state ? (state.claim?.paymentId ?? null) : null,
  };
}

export type PresentDeps = PayoutRules & {
  /** Where wallets reach the service, without a slash at the end. */
  readonly baseUrl: string;
};

/** With the LNURL, which takes the money; without, where it is not known. */
export function presentWithInvoice({ baseUrl, ...rules }: PresentDeps, request: Voucher) {
  const { id, origin, amount } = request;
  if (origin.kind !== "withdrawal") throw new Error(`${id} is no withdrawal request`);
  const { token } = origin;
  if (token === undefined) return presentWithdrawal(request);
  const range = payoutRange(amount, rules);
  const offer = range && withdrawOffer({ baseUrl, token }, request, range);
  return { ...presentWithdrawal(request), invoice: withdrawLinks(baseUrl, token, offer) };
}

function feeOf(state: VoucherState): Msats | 0n {
  return state.kind === "redeemed" ? (state.fee ?? 0n) : 0n;
}
