import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { REFRESH_GRACE_MS } from "./provider/adapter.ts";
import {
  anotherApp,
  anotherProcess,
  askToken,
  authorized,
  exchange,
  givenOauth,
  pkce,
  refresh,
} from "./testing/oauth.harness.ts";

onDatabase("an application whose code or refresh token is refused", (database) => {
  async function given() {
    const lines: string[] = [];
    const oauth = await givenOauth(database(), {}, { write: (line) => void lines.push(line) });
    const login = await authorized(oauth);
    const logged = () =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === "oauth.grant_refused")
        .map(({ level, clientId, reason }) => ({ level, clientId, reason }));
    const refusalOf = async (fields: Readonly<Record<string, string | undefined>>) => {
      const { status, body } = await askToken(oauth, fields);
      const { error, error_description: description } = body;
      expect({ status, error, success: body["success"] }).toEqual({
        status: 400,
        error: "invalid_grant",
        success: false,
      });
      expect(body["message"]).toBe(description);
      expect(Object.keys(body).toSorted()).toEqual(["error", "error_description", "message", "success"]);
      expect(description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/); // RFC 6749, section 5.2
      return description;
    };
    return { oauth, login, logged, refusalOf, lines };
  }

  it("reads what differs, and the log has it with the application, and neither code nor verifier", async () => {
    const { oauth, login, logged, refusalOf, lines } = await given();
    const right = exchange(oauth, login);
    expect(await refusalOf({ ...right, redirect_uri: `${right.redirect_uri}/` })).toMatch(/^redirect_uri is not that/);
    expect(await refusalOf({ ...right, code_verifier: undefined })).toMatch(/^code_verifier is missing/);
    expect(await refusalOf({ ...right, code_verifier: pkce().verifier })).toMatch(/^code_verifier does not belong/);
    expect((await askToken(oauth, right)).status).toBe(200);
    expect(await refusalOf(right)).toMatch(/^The code was used before/);
    expect(await refusalOf(right)).toMatch(/^There is no such code of this application/);
    const reasons = ["redirect_uri", "verifier_missing", "verifier_wrong", "used", "unknown"];
    expect(logged()).toEqual(reasons.map((reason) => ({ level: "info", clientId: oauth.clientId, reason })));
    const text = lines.filter((line) => line.includes("oauth.grant_refused")).join();
    for (const secret of [login.code, login.verifier]) expect(text).not.toContain(secret);
  });

  it("reads of a code of another application what it reads of none", async () => {
    const { oauth, login, refusalOf } = await given();
    const other = await anotherApp(oauth, "Other");
    const theirs = { client_id: other.clientId, client_secret: other.clientSecret };
    const foreign = await refusalOf({ ...exchange(oauth, login), ...theirs });
    expect(foreign).toBe(await refusalOf({ ...exchange(oauth, { ...login, code: "x".repeat(36) }), ...theirs }));
    expect(foreign).toMatch(/^There is no such code/);
  });

  it("reads of a refresh token that it was used before, or is not there", async () => {
    const { oauth, login, refusalOf } = await given();
    const first = await askToken(oauth, exchange(oauth, login));
    await askToken(oauth, refresh(oauth, first.body["refresh_token"]));
    const clock = { ...machineClock, now: () => new Date(machineClock.now().getTime() + REFRESH_GRACE_MS + 1) };
    const later = await anotherProcess(oauth, { clock });
    const { body } = await askToken(later, refresh(oauth, first.body["refresh_token"]));
    expect(body["error_description"]).toMatch(/^The refresh token was used before/);
    expect(await refusalOf(refresh(oauth, first.body["refresh_token"]))).toMatch(/^There is no such refresh token/);
  });
});
