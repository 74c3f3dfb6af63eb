import type { Branding } from "#kernel/branding.ts";
import { type Colour, colourOf } from "#kernel/colour.ts";

const colour = (text: string): Colour => {
  const found = colourOf(text);
  if (found === undefined) throw new Error(`${text} is no colour`);
  return found;
};

/** A logo as an enemy of the operator would make it. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" onload="alert(1)"><script>alert(2)</script>
<rect width="64" height="64" rx="16" fill="#1f4fd0"/><path d="M18 44V20l28 24V20" fill="none" stroke="#ffffff" stroke-width="7"/></svg>`;

const SUPPORT = { text: "help@nordpay.example", href: "mailto:help@nordpay.example" };

/** Of a service whose operator has set everything. */
export const BRANDED: Branding = {
  name: "Nordpay & Söhne",
  logo: { type: "image/svg+xml", bytes: new TextEncoder().encode(LOGO) },
  accent: {
    light: { colour: colour("#1f4fd0"), ink: colour("#ffffff") },
    dark: { colour: colour("#8fb0ff"), ink: colour("#1c1c1e") },
  },
  support: SUPPORT,
  terms: "https://nordpay.example/terms",
  privacy: "https://nordpay.example/privacy",
  imprint: "https://nordpay.example/imprint?of=<us>",
  termsVersion: undefined,
  seller: { name: "Nordpay GmbH", address: ["Beispielweg 1", "10115 Berlin"], support: SUPPORT },
};
