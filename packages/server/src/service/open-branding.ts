import { open } from "node:fs/promises";
import { type Config, SETTINGS } from "#config.ts";
import type { Accent, Branding, Logo } from "#kernel/branding.ts";
import { CONTRAST_OF_PARTS, CONTRAST_OF_TEXT, type Colour, contrast } from "#kernel/colour.ts";
import { token } from "#platform/http/tokens.ts";
import { OperatorError } from "#platform/operator-error.ts";

type BrandingConfig = Pick<
  Config,
  | "serviceName"
  | "logo"
  | "accentColor"
  | "support"
  | "termsUrl"
  | "termsVersion"
  | "privacyUrl"
  | "imprintUrl"
  | "sellerName"
  | "sellerAddress"
>;

/**
 * How the service shows itself, as the settings say.
 * @throws {OperatorError} when the logo cannot be read or is no picture, or the colour is not seen.
 */
export async function openBranding(config: BrandingConfig): Promise<Branding> {
  const { serviceName: name, support, termsUrl, termsVersion, privacyUrl, imprintUrl } = config;
  return {
    name,
    logo: config.logo === undefined ? undefined : await readLogo(config.logo),
    accent: config.accentColor && accentOf(config.accentColor),
    support,
    terms: termsUrl,
    privacy: privacyUrl,
    imprint: imprintUrl,
    termsVersion,
    seller: { name: config.sellerName ?? name, address: config.sellerAddress ?? [], support },
  };
}

const LOGO_BYTES_MAX = 262_144;
/** PNG Specification, section 5.2. */
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A prolog, comments and a document type may come before the element. */
const SVG = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/;

async function readLogo(path: string): Promise<Logo> {
  const bytes = await readAtMost(path, LOGO_BYTES_MAX + 1).catch((cause: NodeJS.ErrnoException) => {
    throw logoRefused(`${path} cannot be read (${cause.code})`, cause);
  });
  if (bytes.length > LOGO_BYTES_MAX) throw logoRefused(`${path} has more than ${LOGO_BYTES_MAX / 1_024} kB`);
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { type: "image/png", bytes };
  if (SVG.test(bytes.toString("utf8"))) return { type: "image/svg+xml", bytes };
  throw logoRefused(`${path} is neither a PNG nor an SVG`);
}

function logoRefused(what: string, cause?: unknown): OperatorError {
  return new OperatorError(
    `${SETTINGS.logo.name} is refused: ${what}`,
    `Name a PNG or an SVG that this user may read, of at most ${LOGO_BYTES_MAX / 1_024} kB.`,
    { cause },
  );
}

async function readAtMost(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Text on the colour is dark or light, whichever is read better. */
function accentOf(colours: Readonly<Record<"light" | "dark", Colour>>): Accent {
  return { light: inTheme("light", colours.light), dark: inTheme("dark", colours.dark) };
}

function inTheme(theme: "light" | "dark", colour: Colour): Accent["light"] {
  for (const ground of ["ground", "raised"])
    if (contrast(colour, token(ground)[theme]) < CONTRAST_OF_PARTS)
      throw tooFaint(colour, `the ${theme} pages (${token(ground)[theme]})`, {
        has: contrast(colour, token(ground)[theme]),
        needs: CONTRAST_OF_PARTS,
      });
  const inks = [token("ink").light, token("ground").light].toSorted(
    (a, b) => contrast(colour, b) - contrast(colour, a),
  );
  const [ink = token("ink").light] = inks;
  if (contrast(colour, ink) < CONTRAST_OF_TEXT)
    throw tooFaint(colour, `text on it (${ink})`, { has: contrast(colour, ink), needs: CONTRAST_OF_TEXT });
  return { colour, ink };
}

function tooFaint(colour: Colour, other: string, { has, needs }: { has: number; needs: number }): OperatorError {
  const ratio = (Math.floor(has * 100) / 100).toFixed(2); // 2.996 is not 3
  return new OperatorError(
    `${SETTINGS.accentColor.name} is refused: ${colour} has a contrast of ${ratio} with ${other}, and needs ${needs}`,
    "Take another colour, or two: one for light pages and a lighter one for dark pages, such as `#1f4fd0,#8fb0ff`.",
  );
}
