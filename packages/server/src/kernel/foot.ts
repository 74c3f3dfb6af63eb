import { type Branding, SOFTWARE } from "./branding.ts";

/** Words below a page or a mail, in its language. `software`: with the name of this software in it. */
export type FootWords = Readonly<Record<"support" | "terms" | "privacy" | "imprint" | "software", string>>;

type Link = { readonly label: string; readonly href: string };

/** Where people ask, and what the operator wants read, in this order; what is not set is left out. */
export function footLinks({ support, terms, privacy, imprint }: Branding, words: FootWords): readonly Link[] {
  const links = [
    { label: words.support, href: support?.href },
    { label: words.terms, href: terms },
    { label: words.privacy, href: privacy },
    { label: words.imprint, href: imprint },
  ];
  return links.flatMap(({ label, href }) => (href === undefined ? [] : [{ label, href }]));
}

/** Undefined where the service has no other name than the software. */
export function softwareLine({ name }: Branding, { software }: FootWords): string | undefined {
  return name === SOFTWARE ? undefined : software;
}
