import { type Branding, SOFTWARE } from "#kernel/branding.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

export type BrandingFacts = {
  readonly branding:
    | { readonly kind: "opened"; readonly value: Branding }
    /** A start is refused with the same words. */
    | { readonly kind: "refused"; readonly why: string; readonly todo: string };
  /** The money is real; undefined: it is not known. */
  readonly isLive: boolean | undefined;
};

/** Whether people see whose service this is, and find whom to ask. */
export function checkBranding({ branding, isLive }: BrandingFacts): readonly Finding[] {
  if (branding.kind === "refused") return [wrong("branding", branding.why, branding.todo)];
  const { name, support, terms, privacy, imprint, seller } = branding.value;
  const missing = Object.entries({
    LEYDEN_SERVICE_NAME: name === SOFTWARE ? undefined : name,
    LEYDEN_SUPPORT: support,
    LEYDEN_TERMS_URL: terms,
    LEYDEN_PRIVACY_URL: privacy,
    LEYDEN_IMPRINT_URL: imprint,
    LEYDEN_SELLER_ADDRESS: seller.address[0],
  }).flatMap(([setting, value]) => (value === undefined ? [setting] : []));
  if (missing.length === 0) return [ok("branding", `pages, mails and receipts are those of ${name}`)];
  const says = `pages, mails and receipts are those of ${name}; not set: ${missing.join(", ")}`;
  if (isLive === false) return [ok("branding", says)];
  return [warning("branding", says, "set them: people must know whose service this is, and whom to ask")];
}
