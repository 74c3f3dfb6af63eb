import type { Branding } from "#kernel/branding.ts";
import { touchIconOf } from "#platform/http/branding-routes.ts";
import type { BuiltPages } from "#platform/http/built-file-routes.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { ANY_QUERY, type Install } from "#platform/http/script-page.ts";
import { token } from "#platform/http/tokens.ts";

const ROOT = "/wallet";
const WORKER = "/wallet/worker.js";

export const INSTALL: Install = { manifest: "/wallet/app.webmanifest", workerPolicy: "leyden-worker" };

const options = { config: { access: "public", isFile: true }, schema: { querystring: ANY_QUERY, hide: true } } as const;

/**
 * What makes the wallet an app on a phone: its manifest, and its service worker at an address that stays, because a
 * browser looks there for a newer one. Both say nothing of anybody.
 */
export function installableWallet(pages: () => Promise<Pick<BuiltPages, "worker" | "files">>): RoutesPlugin {
  return (api) => {
    api.get(INSTALL.manifest, options, (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=300")
        .type("application/manifest+json; charset=utf-8")
        .send(JSON.stringify(manifestOf(reply.server.shell.branding))),
    );
    api.get(WORKER, options, async (_request, reply) => {
      const { files, worker } = await pages();
      const file = files.get(worker);
      if (file === undefined) throw new Error("the pages were built without the worker of the wallet");
      return reply
        .headers({
          "cache-control": "no-cache",
          "content-security-policy": "default-src 'none'; connect-src 'self'",
          // It lies below the address that it works for: Service Workers, section 4.5.2.
          "service-worker-allowed": ROOT,
        })
        .type(file.type)
        .send(Buffer.from(file.body));
    });
  };
}

/** Source: Web Application Manifest (W3C). */
function manifestOf({ name, logo }: Branding) {
  const ground = token("ground").light;
  const type = logo?.type ?? "image/svg+xml";
  return {
    id: ROOT,
    name,
    short_name: name,
    start_url: ROOT,
    scope: ROOT,
    display: "standalone",
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: "/branding/logo", type, sizes: sizesOf(logo), purpose: "any" },
      ...(logo === undefined
        ? [{ src: touchIconOf({ logo }), type: "image/png", sizes: "180x180", purpose: "any" }]
        : []),
    ],
  };
}

/** Where a PNG has its width and its height, in 4 bytes each (PNG, section 11.2.1). */
const PNG_SIZE_AT = 16;

function sizesOf(logo: Branding["logo"]): string {
  if (logo?.type !== "image/png") return "any";
  const { buffer, byteOffset, byteLength } = logo.bytes;
  if (byteLength < PNG_SIZE_AT + 8) return "any";
  const view = new DataView(buffer, byteOffset, byteLength);
  return `${view.getUint32(PNG_SIZE_AT)}x${view.getUint32(PNG_SIZE_AT + 4)}`;
}
