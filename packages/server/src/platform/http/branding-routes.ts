import { readFileSync } from "node:fs";
import type { Branding, Logo } from "#kernel/branding.ts";
import type { Api } from "./index.ts";
import { accentTokens } from "./tokens.ts";

/** The logo of this software, for who has set none. */
const OWN_LOGO: Logo = {
  type: "image/svg+xml",
  bytes: readFileSync(new URL("docs/icon.svg", import.meta.url)),
};

/** Our logo for phones that take no SVG (iOS): 180 pixels, without round corners, which the phone makes. */
const OWN_TOUCH_ICON = readFileSync(new URL("docs/icon-180.png", import.meta.url));
const TOUCH_ICON = "/branding/touch-icon";

/** Address of the icon of an app, a PNG; undefined: the operator has a logo that is none. */
export function touchIconOf({ logo }: Pick<Branding, "logo">): string | undefined {
  if (logo === undefined) return TOUCH_ICON;
  return logo.type === "image/png" ? "/branding/logo" : undefined;
}

/**
 * An SVG may hold scripts, and styles that load: opened by itself it runs and loads nothing. In a page it is an image,
 * which runs nothing anyway. Pages of others may show it: a widget, or a shop's list of ways to log in.
 */
const LOGO_HEADERS = {
  "cache-control": "public, max-age=300",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
};

/**
 * `/branding/logo`, `/branding/touch-icon` and, for pages that run as scripts, `/branding/style.css` with the
 * operator's colour: empty where there is none.
 */
export function brandingRoutes(api: Api, { logo = OWN_LOGO, accent }: Branding): void {
  const options = { config: { access: "public", isFile: true }, schema: { hide: true } } as const;
  const style = accent === undefined ? "" : accentTokens(accent);
  api.get("/branding/logo", options, (_request, reply) =>
    reply.headers(LOGO_HEADERS).type(logo.type).send(Buffer.from(logo.bytes)),
  );
  api.get(TOUCH_ICON, options, (_request, reply) =>
    reply.header("cache-control", "public, max-age=300").type("image/png").send(OWN_TOUCH_ICON),
  );
  api.get("/branding/style.css", options, (_request, reply) =>
    reply.header("cache-control", "public, max-age=300").type("text/css; charset=utf-8").send(style),
  );
}
