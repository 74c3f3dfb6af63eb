import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type Provider from "oidc-provider";
import type { JWKS } from "oidc-provider";
import type { Sealer } from "#platform/secrets/seal.ts";
import { assertOverrides } from "./assert-overrides.ts";
import { speakDialect } from "./handle.ts";
import { createProvider, type ProviderDeps } from "./provider.ts";
import { type KeyDeps, provideSigningKeys } from "./signing-keys.ts";

export type ProtocolDeps = KeyDeps & Omit<ProviderDeps, "jwks" | "cookieKeys">;

/** The protocol library with the keys that sign now. */
export type Protocol = {
  readonly provider: () => Provider;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  /** Takes other keys when there are some: another process, or time, may have brought them. */
  refresh(): Promise<void>;
};

type Loaded = { readonly jwks: JWKS; readonly provider: Provider; readonly answer: Protocol["answer"] };

export async function openProtocol(deps: ProtocolDeps): Promise<Protocol> {
  let loaded = load(deps, await provideSigningKeys(deps));
  await assertOverrides({ ...deps, jwks: loaded.jwks });
  return {
    provider: () => loaded.provider,
    answer: (request, response) => loaded.answer(request, response),
    async refresh() {
      const jwks = await provideSigningKeys(deps);
      if (!isDeepStrictEqual(jwks, loaded.jwks)) loaded = load(deps, jwks);
    },
  };
}

function load(deps: ProtocolDeps, jwks: JWKS): Loaded {
  const provider = createProvider({ ...deps, jwks, cookieKeys: [cookieKeyOf(deps.sealer)] });
  speakDialect(provider, deps);
  const { log } = deps;
  provider.on("server_error", (_ctx, error: Error) => log.error({ err: error }, "oauth.failed"));
  return { jwks, provider, answer: provider.callback() };
}

function cookieKeyOf(sealer: Sealer): string {
  return Buffer.from(sealer.mac("signs the cookies of the protocol", "oauth cookies")).toString("base64url");
}
