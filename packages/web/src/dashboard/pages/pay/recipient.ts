/** Whom a payment goes to, by what a person has of them. */
export const KINDS = {
  address: "Lightning address or LNURL",
  invoice: "Invoice",
  gamertag: "Gamertag",
  email: "E-mail address",
} as const;
export type Kind = keyof typeof KINDS;

export function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text);
}

const INVOICE = /^ln(?:bc|tbs|tb|bcrt)(?:(\d{1,18})([munp])?)?1[02-9ac-hj-np-z]+$/;
const LNURL = /^lnurl1[02-9ac-hj-np-z]+$/;
const GAMERTAG = /^[\w.-]{1,64}$/;

/** As it is sent: without `lightning:` and space around it. */
export function plainRecipient(text: string): string {
  return text.trim().replace(/^lightning:/i, "");
}

/**
 * What a text names when nobody says it. Undefined: nothing that can be paid. A name with an @ is a Lightning address:
 * who means an e-mail address says so.
 */
export function kindOf(recipient: string): Kind | undefined {
  const lower = recipient.toLowerCase();
  if (INVOICE.test(lower)) return "invoice";
  if (LNURL.test(lower) || /^[^\s@]+@[^\s@]+$/.test(recipient)) return "address";
  return GAMERTAG.test(recipient) ? "gamertag" : undefined;
}

/** Whether a text can be what a person says that it is. */
export function isOfKind(recipient: string, kind: Kind): boolean {
  switch (kind) {
    case "invoice":
      return INVOICE.test(recipient.toLowerCase());
    case "address":
      return kindOf(recipient) === "address";
    case "gamertag":
      return GAMERTAG.test(recipient);
    case "email":
      return /^[^\s@]+@[^\s@]+$/.test(recipient);
  }
}

/** A tenth of a millisatoshi is the smallest amount that an invoice can name. */
const TENTHS_PER_BITCOIN = 1_000_000_000_000n;
const PARTS = { m: 1_000n, u: 1_000_000n, n: 1_000_000_000n, p: 1_000_000_000_000n } as const;

/** Msats that an invoice asks for; undefined: it leaves them to the payer. Source: BOLT 11, "Human-Readable Part". */
export function amountOfInvoice(invoice: string): string | undefined {
  const [, digits, part] = INVOICE.exec(invoice.toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  const tenths = (BigInt(digits) * TENTHS_PER_BITCOIN) / (part === undefined ? 1n : PARTS[part as keyof typeof PARTS]);
  return String(tenths / 10n);
}
