/** What a text was looked for as, when somebody searches. */
export const search = {
  search_as_address: "a Lightning address or an e-mail address",
  search_as_code: "the code of a voucher",
  search_as_hash: "a payment hash, a preimage or a transaction of the chain",
  search_as_id: "an id",
  search_as_invoice: "an invoice",
  search_as_name: "a gamertag",
  search_as_number: "the number of a purchase",
  search_as_own_name: "your own name for it",
  search_as_request: "the id of a request",
  search_found: { one: "{count} thing found.", other: "{count} things found." },
  search_none: "Nothing was found. It was looked for as {kinds}.",
} as const;
