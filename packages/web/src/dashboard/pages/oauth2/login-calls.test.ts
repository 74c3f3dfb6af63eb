import { describe, expect, it } from "vitest";
import { accessTokenIn, answerIn, authorizeUrl, mayBeRedirect, ownRedirectUri, tokenCurl } from "./login-calls.ts";
import { beginLogin } from "./pkce.ts";

const CLIENT = { origin: "https://pay.example", clientId: "c".repeat(36), redirectUri: "https://game.example/cb?a=1" };
/** Source: RFC 7636, appendix B. */
const BEGUN = {
  verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  state: "abc",
};

describe("the calls of a login", () => {
  it("begin with a verifier of 256 random bits and its SHA-256", async () => {
    const begun = await beginLogin();
    expect(begun?.verifier).toMatch(/^[\w-]{43}$/);
    const bytes = new TextEncoder().encode(begun?.verifier);
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("base64url");
    expect(begun?.challenge).toBe(hash);
    expect(begun?.state).not.toBe((await beginLogin())?.state);
  });

  it("name the challenge and never the verifier where the browser is sent to", () => {
    const url = new URL(authorizeUrl(CLIENT, "user wallet", BEGUN));
    expect(url.origin + url.pathname).toBe("https://pay.example/v1/oauth2/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: CLIENT.clientId,
      redirect_uri: CLIENT.redirectUri,
      scope: "user wallet",
      state: "abc",
      code_challenge: BEGUN.challenge,
      code_challenge_method: "S256",
    });
  });

  it("are read from the address that the browser came back to", () => {
    expect(answerIn(" https://game.example/cb?code=x%2By&state=abc&iss=p ")).toMatchObject({
      code: "x+y",
      state: "abc",
    });
    expect(answerIn("https://game.example/cb?error=access_denied&error_description=no&state=abc")).toEqual({
      state: "abc",
      code: undefined,
      error: "access_denied: no",
    });
    for (const text of ["", "x+y", "https://game.example/cb?code=1"]) expect(answerIn(text)).toBeUndefined();
  });

  it("exchange the code with a secret that is no part of the command, and are safe in a shell", () => {
    const curl = tokenCurl(CLIENT, "a'; rm -rf ~", BEGUN);
    expect(curl).toContain(`-d client_secret="$CLIENT_SECRET"`);
    expect(curl).toContain(`-d code='a'\\''; rm -rf ~'`);
    expect(curl).toContain(`--data-urlencode redirect_uri='https://game.example/cb?a=1'`);
    expect(curl).toContain(`-d code_verifier=${BEGUN.verifier}`);
  });

  it("find the access token in what the token call answered", () => {
    expect(accessTokenIn(`{"access_token":"abc","token_type":"Bearer"}`)).toBe("abc");
    expect(accessTokenIn(" abcdefghijklmnop ")).toBe("abcdefghijklmnop");
    for (const text of ["", "null", "{}", "short", `{"error":"invalid_grant"}`])
      expect(accessTokenIn(text)).toBeUndefined();
  });

  it("come back to this page where it may be a redirect URL", () => {
    const address = ownRedirectUri("https://pay.example", "p");
    expect(address).toBe("https://pay.example/dashboard/projects/p/oauth2/answer");
    expect([address, "http://localhost:8080/x", "http://[::1]/x"].map(mayBeRedirect)).toEqual([true, true, true]);
    expect(mayBeRedirect("http://pay.example/x")).toBe(false);
  });
});
