import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type Provider from "oidc-provider";
import type { JWKS } from "oidc-provider";
import type { Sealer } from "#platform/secrets/seal.ts";
import { explainRefusedGrants } from "./grant-refusals.ts";
import { speakDialect } from "./handle.ts";
import type { ProviderDeps } from "./provider.ts";
import { type KeyDeps, provideSigningKeys } from "./signing-keys.ts";

export type ProtocolDeps = KeyDeps & Omit<ProviderDeps, "jwks" | "cookieKeys">;

export type Protocol = {
  /** The protocol library with the keys that sign now. The first call loads it. */
  library(): Promise<Library>;
  /**
   * Makes the keys that are due, and takes other ones when there are some: another process, or time, may have brought
   * them.
   */
  refresh(): Promise<void>;
};

export type Library = {
  readonly provider: Provider;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown;
};

type Loaded = Library & { readonly jwks: JWKS };

/** Loads nothing yet: most installations have no application that logs people in, and the library is 289 modules. */
export function openProtocol(deps: ProtocolDeps): Protocol {
  let loading: Promise<Loaded> | undefined;
  return {
    async library() {
      loading ??= provideSigningKeys(deps).then((jwks) => load(deps, jwks));
      try {
        return await loading;
      } catch (error) {
        loading = undefined; // the next call tries again
        throw error;
      }
    },
    async refresh() {
      const jwks = await provideSigningKeys(deps);
      const loaded = await loading?.catch(() => undefined);
      if (loaded !== undefined && !isDeepStrictEqual(jwks, loaded.jwks)) loading = load(deps, jwks);
    },
  };
}

async function load(deps: ProtocolDeps, jwks: JWKS): Promise<Loaded> {
  const { createProvider } = await import("./provider.ts");
  const provider = createProvider({ ...deps, jwks, cookieKeys: [cookieKeyOf(deps.sealer)] });
  speakDialect(provider, deps);
  explainRefusedGrants(provider, deps);
  const { log } = deps;
  provider.on("server_error", (_ctx, error: Error) => log.error({ err: error }, "oauth.failed"));
  return { jwks, provider, answer: provider.callback() };
}

function cookieKeyOf(sealer: Sealer): string {
  return Buffer.from(sealer.mac("signs the cookies of the protocol", "oauth cookies")).toString("base64url");
}
