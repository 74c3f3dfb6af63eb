import { expect, it } from "vitest";
import { accountNav } from "./wire-login.ts";

const paths = (web: "on" | "off") => accountNav({ web }).map(({ href }) => href);

it("an account has a way to the wallet, where the wallet is shown", () => {
  const own = ["/account", "/account/security", "/account/apps", "/account/sessions"];
  expect(paths("on")).toEqual([...own, "/wallet"]);
  expect(paths("off")).toEqual(own);
});
