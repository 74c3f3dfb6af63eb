import type { Colour } from "./colour.ts";

/** How the service shows itself to people, as its operator wants it: on pages, in mails and on receipts. */
export type Branding = {
  /** On one line. */
  readonly name: string;
  /** Undefined: that of this software. */
  readonly logo: Logo | undefined;
  /** Undefined: that of this software. */
  readonly accent: Accent | undefined;
  /** Where people find help; undefined: nowhere. */
  readonly support: Support | undefined;
  /** Addresses on the web. */
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
  readonly imprint: string | undefined;
  /** Version of the terms that people have to accept; undefined: none. */
  readonly termsVersion: string | undefined;
  readonly seller: Seller;
};

/** Terms that people have to accept: where they are, and which ones. */
export type Terms = { readonly url: string; readonly version: string };

/** Undefined: nothing is to be accepted. */
export function termsOf({ terms: url, termsVersion: version }: Branding): Terms | undefined {
  return url === undefined || version === undefined ? undefined : { url, version };
}

export type Logo = { readonly type: "image/png" | "image/svg+xml"; readonly bytes: Uint8Array };

/** The colour of buttons, lines and marks, and that of text on it, on light and on dark pages. */
export type Accent = Readonly<Record<"light" | "dark", { readonly colour: Colour; readonly ink: Colour }>>;

/** `text`: as people read it; `href`: where a link leads, `mailto:` or `https:`. */
export type Support = { readonly text: string; readonly href: string };

/** Who sells, as a receipt names it. */
export type Seller = {
  readonly name: string;
  /** By post, in lines; empty: the operator has set none. */
  readonly address: readonly string[];
  readonly support: Support | undefined;
};

/** The name of this software; and of a service whose operator has set none. */
export const SOFTWARE = "Leyden";

/** Of a service whose operator has set nothing. */
export const PLAIN: Branding = {
  name: SOFTWARE,
  logo: undefined,
  accent: undefined,
  support: undefined,
  terms: undefined,
  privacy: undefined,
  imprint: undefined,
  termsVersion: undefined,
  seller: { name: SOFTWARE, address: [], support: undefined },
};
