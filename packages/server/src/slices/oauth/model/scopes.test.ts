import { describe, expect, it } from "vitest";
import { SCOPES, saidOf } from "./scopes.ts";

describe("what a person reads of scopes", () => {
  it("is the whole profile where it can be read: by `user`, and by `profile` and `email` together", () => {
    expect(saidOf(["user"])).toEqual([SCOPES.user]);
    expect(saidOf(["openid", "profile", "email"])).toEqual([SCOPES.user]);
    expect(saidOf(["email", "wallet", "profile", "user"])).toEqual([SCOPES.user, SCOPES.wallet]);
  });

  it("is the part that is asked for, where that is less", () => {
    expect(saidOf(["openid", "profile"])).toEqual([SCOPES.profile]);
    expect(saidOf(["email", "wallet"])).toEqual([SCOPES.email, SCOPES.wallet]);
    expect(saidOf(["openid", "offline_access"])).toEqual([]);
  });
});
