/** Mails about purchases and identities; their rows are those of the page. */
export const receipts = {
  receipt_approved_subject: "Your identity is confirmed",
  receipt_approved_what:
    "You can buy bitcoin at {seller} up to the higher limits now. If your purchase waits, go on where you began it.",
  receipt_completed_own:
    "It is in your wallet here. Log in with this e-mail address to see it, and to send it to any Lightning wallet:",
  receipt_completed_subject: "Your bitcoin has arrived: purchase {number}",
  receipt_completed_what: "You bought {sats} for {paid}. It has arrived.",
  receipt_refunded_subject: "Your money went back: purchase {number}",
  receipt_refunded_what:
    "Your bitcoin could not be delivered. {paid} went back to your card; it can take some days until you see it.",
  receipt_rejected_subject: "Your identity could not be confirmed",
  receipt_rejected_what: "{seller} cannot sell you bitcoin. If you think that this is a mistake, ask there.",
  receipt_sent_subject: "Your bitcoin is on its way: purchase {number}",
  receipt_sent_what:
    "You bought {sats} for {paid}. The transaction is being sent. It is complete with its first confirmation, usually within 10 to 60 minutes.",
} as const;
