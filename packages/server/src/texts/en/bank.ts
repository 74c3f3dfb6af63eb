/** The page of a bank that asks its customer about a payment; the sandbox has one. */
export const bank = {
  bank_approve: "Approve",
  bank_close: "Close",
  bank_done: "You can close this window",
  bank_fail: "Fail",
  bank_payment: "{amount} with the card that ends in {digits}.",
  bank_sandbox: "This is the sandbox: no bank asks, and no money moves.",
  bank_title: "Is this payment yours?",
} as const;
