/** How the service shows itself, as the page's head says; addresses that are not set are left out. */
export type Branding = {
  readonly name: string;
  readonly support?: string;
  readonly terms?: string;
  readonly privacy?: string;
  readonly imprint?: string;
};

/** The name of this software, which is said beside the one of the service. */
export const SOFTWARE = "Leyden";

/** The logo of the service. */
export const LOGO = "/branding/logo";

const NONE: Branding = { name: "" };

/** `text`: what stands in the page's head, as JSON. */
export function readBranding(text: string | undefined): Branding {
  return text === undefined ? NONE : JSON.parse(text);
}
