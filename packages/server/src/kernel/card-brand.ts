/** As processors write the brand of a card (Stripe, "card.brand"), and as its owner does. */
const NAMES: Readonly<Record<string, string>> = {
  amex: "American Express",
  cartes_bancaires: "CB",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "eftpos",
  interac: "Interac",
  jcb: "JCB",
  link: "Link",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  unknown: "",
  visa: "Visa",
};

/** The brand of a card as people know it; one that is not listed as the processor wrote it. "": not known. */
export function cardBrandName(brand: string): string {
  return Object.hasOwn(NAMES, brand) ? (NAMES[brand] ?? "") : brand;
}

/** "Visa ···· 4242". */
export function cardText({ brand, last4 }: { readonly brand: string; readonly last4: string }): string {
  return `${cardBrandName(brand)} ···· ${last4}`.trim();
}
