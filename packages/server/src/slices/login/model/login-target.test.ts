import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { loginPath, loginTarget, sinceOf } from "./login-target.ts";

const UID = "A".repeat(22);

describe("where a login leads", () => {
  it.each([
    "/account",
    "/account/security",
    `/login/${UID}`,
    `/login/${"b-_9".repeat(10)}`,
    "/dev/oauth/callback",
    "/claim",
    "/account/send?to=lnbc1abc",
    "/account/send?to=you%40wallet.example",
    `/account/send?to=${"a".repeat(1_900)}`,
    "/wallet",
    "/wallet/",
    "/wallet/send?to=lnbc1abc",
    "/dashboard",
    "/dashboard/projects/0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718/payments?status=failed&internalId=a%2Fb+c",
  ])("may be %s", (path) => {
    expect(loginTarget(path)).toBe(path);
  });

  it.each([
    ...[
      "https://evil.example",
      "//evil.example",
      "///evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/account//evil.example",
    ],
    ...[
      "javascript:alert(1)",
      "data:text/html,x",
      "/account?next=//evil.example",
      "/account#x",
      "/account/../login",
      "/account/",
      "/account/send?to=",
      "/account/send?to=a&to=b",
      "/account/send?to=a#b",
      "/account/send?to=a\nb",
      "/account/send?to=//evil.example",
      "/account/send?next=a",
      "/account/security?to=a",
      `/account/send?to=${"a".repeat(1_901)}`,
    ],
    ...[
      "/account\n",
      "/account\r\nset-cookie: a=b",
      "/account%0d%0a",
      "/account@evil.example",
      "/account.evil.example",
      "/ACCOUNT",
    ],
    ...[
      "/login",
      "/login/short",
      `/login/${"A".repeat(44)}`,
      `/login/${UID}/x`,
      "/dev",
      "/dev/",
      "/claim/x",
      "/logout",
      "/",
      "",
    ],
    ...[
      "/dashboards",
      "/dashboard/../login",
      "/dashboard//evil.example",
      "/dashboard?",
      "/dashboard?a=//evil.example",
      "/dashboard?a#b",
      "/dashboard?a\nb",
      "/dashboard/api/me",
      "/wallet/api",
      "/dashboard/api?x=1",
      `/dashboard?a=${"b".repeat(1_990)}`,
    ],
    ...[" /account", "/account ", "/\t/evil.example", "/account\u2028", "/％2fevil", "http:/account", "account"],
  ])("is never %j", (text) => {
    expect(loginTarget(text)).toBeUndefined();
    expect(loginPath(text)).toBe("/login?next=%2Faccount");
  });

  it("is a page of this service whatever the text", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "account",
      "login",
      UID,
      "dev",
      "claim",
      "wallet",
      "dashboard",
      "?",
      "#",
      "@",
      ":",
      "%2f",
      "\t",
      "evil.example",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (one) => {
        const target = loginTarget(one);
        if (target === undefined) return;
        const url = new URL(target, "https://leyden.example");
        expect([url.origin, `${url.pathname}${url.search}`, url.hash]).toEqual(["https://leyden.example", one, ""]);
      }),
      { numRuns: inject("runs") * 2_000 },
    );
  });

  it("says since when a login must have begun", () => {
    const since = new Date("2030-01-02T03:04:05.678Z");
    const path = loginPath("/account/security", { since });
    expect(path).toBe("/login?next=%2Faccount%2Fsecurity&since=1893553445678");
    expect(sinceOf(new URL(path, "https://leyden.example").searchParams.get("since") ?? "")).toEqual(since);
    for (const text of ["", "x", "-1", "1e3", "1 ", "9".repeat(16)]) expect(sinceOf(text)).toBeUndefined();
  });
});
