/** Why a wallet does not get what its QR code promised. For wallets: they show the text to a person (LUD-01). */
export class ClaimRefused extends Error {
  readonly reason: keyof typeof REASONS;

  constructor(reason: keyof typeof REASONS, detail: string = REASONS[reason]) {
    super(detail);
    this.name = "ClaimRefused";
    this.reason = reason;
  }
}

const REASONS = {
  unknown: "this link is not known",
  claiming: "this is being paid out to another invoice",
  redeemed: "this was redeemed before",
  revoked: "this was taken back by its sender",
  expired: "this has expired",
  too_small: "this is worth less than a payment over Lightning may cost",
  invoice: "the invoice cannot be paid",
  not_paid: "the sender cannot pay this now",
} as const;
