import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { AskedDestination } from "#payments";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { message } from "#texts/reader.ts";
import type { RecipientKind } from "./own-payment.ts";
import { claimTokenIn } from "./voucher-link.ts";

/** Whom a text means, in its one form. An `address` may turn out to be an e-mail address alone. */
export type Recipient = { readonly kind: Exclude<RecipientKind, "email">; readonly text: string };

/** What was pasted as a recipient is money for whoever takes it. */
export class RecipientIsVoucher extends AppError {
  constructor() {
    super("recipient_is_voucher", "this is a voucher: take it instead of paying it");
  }
}

const INVOICE = /^ln(?:bc|tb|tbs|bcrt)\d*[munp]?1/i;
const GAMERTAG = /^@?([a-z0-9_.-]{3,20})$/i;
/** Addresses of the chain, of all networks: bech32, and base58 of length and beginning. */
const ONCHAIN = /^(?:(?:bc|tb|bcrt)1[a-z0-9]{20,}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i;

/**
 * Whom a person means who types, pastes or scans `text`: an invoice, an LNURL, a Lightning address, or a gamertag; also
 * as a `lightning:` or `lnurlp:` link, or in a `bitcoin:` link that has one (BIP 21).
 *
 * @throws {InvalidInput} when it is nothing that can be paid over Lightning.
 * @throws {RecipientIsVoucher}
 */
export function recipientIn(text: string, baseUrl: string): Recipient {
  const bare = bareOf(text.trim());
  if (bare === "") throw new InvalidInput("recipient", "is missing", message("money_why_recipient"));
  if (claimTokenIn(bare, baseUrl) !== undefined) throw new RecipientIsVoucher();
  if (INVOICE.test(bare)) return { kind: "invoice", text: bare.toLowerCase() };
  if (/^lnurl1/i.test(bare)) return { kind: "lnurl", text: bare.toLowerCase() };
  const link = /^lnurlp:\/\/(.+)$/i.exec(bare)?.[1];
  if (link !== undefined && URL.canParse(`https://${link}`))
    return { kind: "lnurl", text: encodeLnurl(new URL(`https://${link}`)) };
  if (bare.lastIndexOf("@") > 0) return { kind: "address", text: bare.replace(/^₿/, "").toLowerCase() };
  if (ONCHAIN.test(bare))
    throw new InvalidInput("recipient", "is an address of the chain; this wallet pays over Lightning");
  const gamertag = GAMERTAG.exec(bare)?.[1];
  if (gamertag !== undefined) return { kind: "gamertag", text: gamertag };
  throw new InvalidInput(
    "recipient",
    "is no Lightning address, LNURL, invoice or gamertag",
    message("money_why_recipient"),
  );
}

/** Without the link around it. */
function bareOf(text: string): string {
  if (!/^bitcoin:/i.test(text)) return text.replace(/^lightning:(?:\/\/)?/i, "");
  const query = new URLSearchParams(text.split("?")[1] ?? "");
  const lightning = [...query].find(([name]) => name.toLowerCase() === "lightning")?.[1];
  return lightning ?? text.replace(/^bitcoin:/i, "").split("?")[0] ?? "";
}

/** As the payment names it. */
export function destinationIn({ kind, text }: Recipient): AskedDestination {
  switch (kind) {
    case "address":
    case "lnurl":
      return { kind: "address", lnAddress: text };
    case "invoice":
      return { kind, invoice: text };
    case "gamertag":
      return { kind, gamertag: text };
  }
}
