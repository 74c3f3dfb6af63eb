import { describe, expect, it } from "vitest";
import { saidOf } from "./scopes.ts";

describe("what a person reads of scopes", () => {
  it("is the whole profile where it can be read: by `user`, and by `profile` and `email` together", () => {
    expect(saidOf(["openid", "profile", "email"])).toEqual(["scope_user"]);
    expect(saidOf(["email", "wallet", "profile", "user"])).toEqual(["scope_user", "scope_wallet"]);
  });

  it("is balance and limits where they can be read: by `wallet`, and by `user`", () => {
    expect(saidOf(["wallet"])).toEqual(["scope_wallet"]);
    expect(saidOf(["user"])).toEqual(["scope_user", "scope_wallet"]);
  });

  it("is the part that is asked for, where that is less", () => {
    expect(saidOf(["openid", "profile"])).toEqual(["scope_profile"]);
    expect(saidOf(["email", "wallet"])).toEqual(["scope_email", "scope_wallet"]);
    expect(saidOf(["openid", "offline_access"])).toEqual([]);
  });
});
