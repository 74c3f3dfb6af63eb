import { describe, expect, it } from "vitest";
import { isNative, redirectUris } from "./redirect-uri.ts";

describe("redirect URLs", () => {
  it.each([
    "https://app.example/callback",
    "https://app.example/callback?tenant=1",
    "https://app.example:8443/",
    "HTTPS://app.example/callback",
    "http://127.0.0.1:3000/callback",
    "http://localhost:3000/callback",
    "http://[::1]:3000/callback",
    "com.example.app:/callback",
    "com.example.app://oauth/callback",
    "myapp://oauth",
  ])("may be %s, and stay as they are written", (uri) => {
    expect(redirectUris([uri])).toEqual([uri]);
  });

  it.each([
    ["nothing", ""],
    ["a path", "/callback"],
    ["no host", "https:///callback"],
    ["http elsewhere", "http://app.example/callback"],
    ["a host that only begins like this machine", "http://localhost.evil.example/callback"],
    ["a user name", "https://app.example@evil.example/callback"],
    ["a password", "https://a:b@app.example/"],
    ["a fragment", "https://app.example/callback#x"],
    ["an empty fragment", "https://app.example/callback#"],
    ["a code already", "https://app.example/callback?code=1"],
    ["a state already", "https://app.example/callback?a=1&state=1"],
    ["an issuer already", "https://app.example/callback?iss=1"],
    ["a script", "javascript:alert(1)"],
    ["a script in capitals", "JaVaScRiPt:alert(1)"],
    ["data", "data:text/html,x"],
    ["a file", "file:///etc/passwd"],
    ["a blob", "blob:https://app.example/1"],
    ["an intent of Android", "intent://x#Intent;end"],
    ["a scheme alone", "myapp:"],
    ["a backslash", "https://app.example\\@evil.example/"],
    ["a line break", "https://app.example/\ncallback"],
    ["letters that are not ASCII", "https://äpp.example/"],
    ["501 characters", `https://app.example/${"a".repeat(481)}`],
  ])("have not %s", (_what, uri) => {
    expect(() => redirectUris([uri])).toThrow(/redirectUris/);
  });

  it("are one to three, each once", () => {
    const three = ["https://a.example/", "https://b.example/", "https://c.example/"];
    expect(redirectUris(three)).toEqual(three);
    expect(() => redirectUris([])).toThrow("1 to 3");
    expect(() => redirectUris([...three, "https://d.example/"])).toThrow("1 to 3");
    expect(() => redirectUris(["https://a.example/", "https://a.example/"])).toThrow("twice");
  });

  it.each(["https://localhost/cb", "HTTPS://LOCALHOST:8443/cb", "https://127.0.0.1/cb", "https://[::1]/cb"])(
    "are not %s beside the scheme of an app, and the message says what to write instead",
    (uri) => {
      expect(redirectUris([uri])).toEqual([uri]);
      expect(() => redirectUris(["com.example.app:/callback", uri])).toThrow(
        "redirectUris.1 must begin with http:// and not https:// on this machine, where another address has the scheme of an app",
      );
      const http = uri.replace(/^https/i, "http");
      expect(redirectUris(["com.example.app:/callback", http])).toHaveLength(2);
    },
  );

  it("are a native app's when one of them has a scheme of its own", () => {
    expect(isNative(["https://a.example/", "http://127.0.0.1/"])).toBe(false);
    expect(isNative(["https://a.example/", "com.example.app:/callback"])).toBe(true);
  });
});
