import { resolve } from "node:path";
import type { Support } from "#kernel/branding.ts";
import { type Colour, colourOf } from "#kernel/colour.ts";
import { visibleLine } from "#kernel/plain-line.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { list, Mistake, optional, url } from "./config-values.ts";

const NAME_CHARACTERS_MAX = 40;
/** As `users.terms_accepted` takes it. */
const VERSION_CHARACTERS_MAX = 40;
const ADDRESS_CHARACTERS_MAX = 400;
const ADDRESS_LINES_MAX = 8;

/** Settings about how the service shows itself to people. `service/open-branding.ts` makes one value of them. */
export const BRANDING_SETTINGS = {
  serviceName: {
    name: "LEYDEN_SERVICE_NAME",
    about: `Name of the service, on pages, in mails and on receipts: at most ${NAME_CHARACTERS_MAX} characters.`,
    fallback: "Leyden",
    read: line(NAME_CHARACTERS_MAX),
  },
  logo: {
    name: "LEYDEN_LOGO",
    about:
      "File of the service's logo, a PNG or an SVG of at most 256 kB; a square of 64 pixels or more looks best, and a wallet on a phone needs a PNG of 192 or more, or an SVG. It is read at the start and shown from `/branding/logo`.",
    fallback: "",
    read: optional((text) => resolve(text)),
  },
  accentColor: {
    name: "LEYDEN_ACCENT_COLOR",
    about:
      "Colour of buttons, lines and marks, such as `#3355dd`; or two, for light pages and for dark ones: `#1f4fd0,#8fb0ff`. A start is refused when it is not seen on the page (contrast below 3), or no text is read on it (below 4.5).",
    fallback: "",
    read: optional(accentColours),
  },
  support: {
    name: "LEYDEN_SUPPORT",
    about:
      "Where people find help: an e-mail address, or an address on the web. It is on every page, mail and receipt.",
    fallback: "",
    read: optional(support),
  },
  termsUrl: {
    name: "LEYDEN_TERMS_URL",
    about: "Address of the terms of the service.",
    fallback: "",
    read: optional(url("https:", "http:")),
  },
  termsVersion: {
    name: "LEYDEN_TERMS_VERSION",
    about:
      "Version of these terms, such as the day from which they hold: `2026-11-01`. With it people accept them when they make an account or buy, and once at a login after it was changed; that is recorded with version and time. Without it the terms are a link at the foot alone.",
    fallback: "",
    read: optional(line(VERSION_CHARACTERS_MAX)),
  },
  privacyUrl: {
    name: "LEYDEN_PRIVACY_URL",
    about: "Address of what the operator says about personal data.",
    fallback: "",
    read: optional(url("https:", "http:")),
  },
  imprintUrl: {
    name: "LEYDEN_IMPRINT_URL",
    about: "Address of the page that says who the operator is.",
    fallback: "",
    read: optional(url("https:", "http:")),
  },
  sellerName: {
    name: "LEYDEN_SELLER_NAME",
    about:
      "Who sells bitcoin, as receipts name it, such as `Example Pay GmbH`; the name of the service unless it is set.",
    fallback: "",
    read: optional(line(100)),
  },
  sellerAddress: {
    name: "LEYDEN_SELLER_ADDRESS",
    about:
      "The seller's address by post, and what else a receipt must say, such as a tax number. `\\n` begins a new line.",
    fallback: "",
    read: optional(postalAddress),
  },
} as const;

function line(charactersMax: number): (text: string) => string {
  return (text) => {
    if (visibleLine(text) !== text) throw new Mistake("must be one line, without characters that are not seen");
    if ([...text].length > charactersMax) throw new Mistake(`must have at most ${charactersMax} characters`);
    return text;
  };
}

/** One for all pages, or one for light and one for dark ones. */
function accentColours(text: string): { readonly light: Colour; readonly dark: Colour } {
  const [light, dark = light, ...others] = list(colourOf)(text);
  if (light === undefined || dark === undefined || others.length > 0)
    throw new Mistake("must be a colour such as `#3355dd`, or two: `#1f4fd0,#8fb0ff`");
  return { light, dark };
}

function support(text: string): Support {
  if (/^https?:\/\//.test(text)) {
    const { href, host, pathname } = new URL(url("https:", "http:")(text));
    return { href, text: `${host}${pathname.replace(/\/$/, "")}` };
  }
  try {
    const address = emailAddress(text);
    return { text: address, href: `mailto:${address}` };
  } catch {
    throw new Mistake("must be an e-mail address, or an address that begins with https://");
  }
}

function postalAddress(text: string): readonly string[] {
  const lines = text
    .split(/\\n|\n/)
    .map(visibleLine)
    .filter((one) => one !== "");
  if (lines.length > ADDRESS_LINES_MAX || text.length > ADDRESS_CHARACTERS_MAX)
    throw new Mistake(`must have at most ${ADDRESS_LINES_MAX} lines and ${ADDRESS_CHARACTERS_MAX} characters`);
  return lines;
}
