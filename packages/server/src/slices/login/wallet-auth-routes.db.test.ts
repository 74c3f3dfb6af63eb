import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { askWallet } from "./factors/ask-wallet.ts";
import { checkWallet } from "./factors/check-wallet.ts";
import { givenFactors, random } from "./testing/factors.harness.ts";
import { softwareWallet } from "./testing/wallet.harness.ts";
import { walletAuthRoutes } from "./wallet-auth-routes.ts";

onDatabase("where wallets send their signature", (database) => {
  async function given() {
    const { deps } = givenFactors(database());
    const app = await sampleApp({ routes: [walletAuthRoutes(deps)] });
    const browser = random.bytes(32);
    const wallet = softwareWallet();
    const { qr } = await askWallet(deps, { browser, network: "127.0.0.1", action: "login" });
    /** As LUD-04 says: the address of the QR code, with `sig` and `key` added to it. */
    const urlOf = (changes: Readonly<Record<string, string>> = {}) => {
      const { pathname, searchParams } = decodeLnurl(qr);
      const { sig, key } = wallet.answer(qr);
      return `${pathname}?${new URLSearchParams({ ...Object.fromEntries(searchParams), sig, key, ...changes })}`;
    };
    const ask = async (url: string) => {
      const answer = await app.inject({ method: "GET", url });
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers["set-cookie"]).toBeUndefined();
      return answer.json();
    };
    return { deps, browser, wallet, urlOf, ask };
  }

  it("one is taken, once, and the browser that shows the code goes on", async () => {
    const { deps, browser, wallet, urlOf, ask } = await given();

    expect(await ask(urlOf())).toEqual({ status: "OK" });
    expect(await ask(urlOf())).toMatchObject({
      status: "ERROR",
      reason: expect.stringContaining("used or is too old"),
    });
    expect(await checkWallet(deps, { browser })).toEqual({
      kind: "unknown_wallet",
      key: wallet.key,
      isSameNetwork: true,
    });
  });

  it("everything else is refused in LNURL's own form", async () => {
    const { deps, browser, urlOf, ask } = await given();
    const wrong = [
      urlOf({ sig: "00" }),
      urlOf({ key: softwareWallet().key }),
      urlOf({ k1: "ab".repeat(32) }),
      urlOf({ sig: "f".repeat(1_000) }),
      "/v0/lnurl/auth",
      "/v0/lnurl/auth?k1=a&k1=b&sig=c&key=d",
    ];
    for (const url of wrong) expect(await ask(url), url).toMatchObject({ status: "ERROR", reason: expect.any(String) });
    expect(await checkWallet(deps, { browser })).toEqual({ kind: "waiting" });
    expect(await ask(urlOf())).toEqual({ status: "OK" });
  });
});
