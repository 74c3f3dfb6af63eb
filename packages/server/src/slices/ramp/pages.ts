import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isUuid } from "#kernel/ids.ts";
import {
  addressOf,
  type BuiltPages,
  builtPagesOff,
  sendBuiltFile,
  sendNoFile,
} from "#platform/http/built-file-routes.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { rampPageText, unknownSessionText } from "./templates/ramp-page.ts";

/** What the page and the loader of the widget are made of. */
export type RampAssets = Pick<BuiltPages, "ramp" | "loader" | "files">;

export type RampPageDeps = {
  /** Origins whose pages may show the session in a frame; undefined when there is no such session. */
  findFrame(sessionId: string): Promise<{ readonly origins: readonly string[] } | undefined>;
  readonly assets: () => Promise<RampAssets>;
  /** Money is made up: pages of this machine may show a session too. */
  readonly isTestNetwork: () => boolean;
  /** What proves that a session was opened as a page, by a browser with this cookie; undefined: it has none. */
  proofFor(sessionId: string, cookies: string | undefined): string | undefined;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
};

/** Always the newest loader, under a name that stays. */
const LOADER = "leyden-ramp.js";

const HTML = "text/html; charset=utf-8";

/** As a policy names the servers of a developer's own machine (CSP Level 3, "host-source"). */
const HERE = ["http://localhost:*", "http://127.0.0.1:*"];

/** Widgets and mail programs may add to an address what they like. */
const querystring = z.looseObject({});
const options = { config: { access: "public" } } as const;

/** `/ramp/{session}`, which the widget shows in its frame, and the widget's loader for other sites. */
export function rampPage(deps: RampPageDeps): RoutesPlugin {
  return pagesForm((pages) => {
    const session = z.object({ session: z.string() });
    const file = z.object({ file: z.string() });
    pages.get(
      "/ramp/:session",
      { ...options, schema: { params: session, querystring, hide: true } },
      async (request, reply) => await sendRamp(deps, request, request.params.session, reply),
    );
    pages.get(
      "/widget/v1/:file",
      { config: { ...options.config, isFile: true }, schema: { params: file, querystring, hide: true } },
      async (request, reply) => {
        void reply.headers({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
        const { file } = request.params;
        const { loader, files } = await deps.assets();
        if (file === loader) return sendBuiltFile(files, file, request, reply);
        if (file !== LOADER) return sendNoFile(reply);
        return await reply.header("cache-control", "no-cache").redirect(`/widget/v1/${loader}`, 302);
      },
    );
  });
}

/** In place of all that, where the operator has switched pages off. */
export const noRampPage: RoutesPlugin = builtPagesOff(["/ramp/:session", "/widget/v1/:file"]);

async function sendRamp(deps: RampPageDeps, request: FastifyRequest, session: string, reply: FastifyReply) {
  const { headers } = request;
  const reader = readerOfRequest(request);
  const { findFrame, assets, baseUrl, isTestNetwork } = deps;
  const { ramp } = await assets();
  const [script, ...styles] = [ramp.script, ...ramp.styles].map(addressOf);
  const frame = isUuid(session) ? await findFrame(session) : undefined;
  void reply.headers({ "content-type": HTML, "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
  if (frame === undefined || script === undefined) {
    const policy = ["default-src 'none'", "style-src 'self'", "img-src 'self'", "frame-ancestors *"];
    return await reply
      .code(404)
      .header("content-security-policy", policy.join("; "))
      .send(unknownSessionText({ styles }, reader));
  }
  const origins = [...frame.origins.filter(isOrigin), ...(isTestNetwork() ? HERE : [])];
  // A browser says whether it shows a page or a frame (Fetch Metadata, section 2.1); one that does not gets no proof.
  const isTop = headers["sec-fetch-dest"] === "document";
  const proof = isTop ? deps.proofFor(session, headers.cookie) : undefined;
  const { branding } = reply.server.shell;
  return await reply
    .header("content-security-policy", policyFor(origins))
    .send(
      rampPageText({ script, styles }, { origins: [new URL(baseUrl).origin, ...origins], proof, branding, reader }),
    );
}

/** Stripe's addresses are those of its documentation ("Security guide", "Content security policy"). */
function policyFor(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' https://js.stripe.com",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self' https://api.stripe.com",
    "frame-src https://js.stripe.com https://hooks.stripe.com",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...origins].join(" ")}`,
  ].join("; ");
}

/** What is written into the policy is an origin and nothing else. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
