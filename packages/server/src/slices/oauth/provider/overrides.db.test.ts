import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import type { UserId } from "#kernel/ids.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { pageShell } from "#platform/http/page-shell.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { random } from "../testing/oauth.harness.ts";
import { assertOverrides } from "./overrides.harness.ts";
import { protocolPages } from "./protocol-pages.ts";
import { createProvider } from "./provider.ts";
import { provideSigningKeys } from "./signing-keys.ts";

/** Cure 15. */
onDatabase("what we put in place of the library's own", (database) => {
  async function given(baseUrl = "https://leyden.example") {
    const { db } = database();
    const log = createLog({ level: "silent", pretty: false });
    const sealer = createSealer({ random, key: new Uint8Array(32).fill(7) });
    const machine = { db, batch: database().batch, log, clock: machineClock, onReplayed: async () => undefined };
    return {
      ...machine,
      baseUrl,
      pages: protocolPages(pageShell(PLAIN)),
      jwks: await provideSigningKeys({ ...machine, random, sealer }),
    };
  }
  type Create = typeof createProvider;

  it.each(["https://leyden.example", "http://127.0.0.1:8080"])("is asked for at %s", async (baseUrl) => {
    await expect(assertOverrides(await given(baseUrl))).resolves.toBeUndefined();
  });

  it.each<[string, Create]>([
    [
      "compareClientSecret",
      (...parts) => {
        const provider = createProvider(...parts);
        provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, actual) {
          return this.clientSecret === actual;
        };
        return provider;
      },
    ],
    [
      "redirectUriAllowed",
      (...parts) => {
        const provider = createProvider(...parts);
        provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).hostname === "127.0.0.1";
        return provider;
      },
    ],
    [
      "consume of a code",
      (...parts) => {
        const provider = createProvider(...parts);
        provider.AuthorizationCode.prototype.consume = async () => undefined;
        return provider;
      },
    ],
    [
      "consume of a refresh token",
      (...parts) => {
        const provider = createProvider(...parts);
        provider.RefreshToken.prototype.consume = async () => undefined;
        return provider;
      },
    ],
    [
      "loadExistingGrant",
      (deps, parts) => {
        if (parts === undefined) throw new Error("the test has parts of its own");
        const loadGrant = async ({ oidc }: Parameters<typeof parts.loadGrant>[0]) => {
          const grant = new oidc.provider.Grant({ clientId: "overrides", accountId: oidc.session?.accountId ?? "" });
          grant.addOIDCScope("user");
          await grant.save();
          return grant;
        };
        return createProvider(deps, { ...parts, loadGrant });
      },
    ],
    [
      "interactions.policy",
      (deps, parts) =>
        createProvider(
          { ...deps, sessionOf: async () => ({ userId: "00000000-0000-7000-8000-000000000001" as UserId }) },
          parts,
        ),
    ],
  ])("is missed when the library does not ask for our %s", async (what, create) => {
    await expect(assertOverrides(await given(), create)).rejects.toThrow(`does not ask for our ${what} any more`);
  });
});
