/** All words of the mails about purchases and identities. `{name}` stands for a value. */
export const LETTER_TEXTS = {
  completed: {
    subject: "Your bitcoin has arrived: purchase {number}",
    what: "You bought {sats} for {paid}. It has arrived.",
  },
  sent: {
    subject: "Your bitcoin is on its way: purchase {number}",
    what: "You bought {sats} for {paid}. The transaction was sent. It is complete with its first confirmation, usually within 10 to 60 minutes.",
  },
  refunded: {
    subject: "Your money went back: purchase {number}",
    what: "Your bitcoin could not be delivered. {paid} went back to your card; until you see it can take some days.",
  },
  approved: {
    subject: "Your identity is confirmed",
    what: "You can buy bitcoin at {seller} up to the higher limits now. If your purchase waits, go on where you began it.",
  },
  rejected: {
    subject: "Your identity could not be confirmed",
    what: "{seller} cannot sell you bitcoin. If you think that this is a mistake, ask there.",
  },
  rows: {
    number: "Purchase number",
    date: "Date",
    amount: "Bitcoin",
    price: "Price of one bitcoin",
    fee: "Fee, included",
    networkFee: "Miners' fee, included",
    paid: "Paid",
    card: "Card",
    destination: "Sent to",
    preimage: "Proof of payment",
    txid: "Transaction",
    seller: "Sold by",
    support: "Questions",
  },
} as const;
