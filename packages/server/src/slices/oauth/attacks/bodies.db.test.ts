import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { CALLBACK, type Given, givenOauth, profileStatus, tokensOf } from "../testing/oauth.harness.ts";
import { sendRaw } from "../testing/raw.harness.ts";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const ENDPOINTS = ["token", "revoke", "introspect", "par"] as const;
type Endpoint = (typeof ENDPOINTS)[number];

/** Cure 1: bodies are JSON or forms, and one body says one thing. */
onDatabase("an attacker who sends odd bodies", (database) => {
  const send = (given: Given, name: string, body: string | Buffer, type = JSON_TYPE, more: object = {}) =>
    sendRaw(given, { method: "POST", target: `/v1/oauth2/${name}`, headers: { "content-type": type }, body, ...more });

  async function fieldsOf(given: Given, name: Endpoint): Promise<Record<string, string>> {
    const client = { client_id: given.clientId, client_secret: given.clientSecret };
    if (name === "par")
      return {
        ...client,
        response_type: "code",
        redirect_uri: CALLBACK,
        code_challenge: "x".repeat(43),
        code_challenge_method: "S256",
      };
    const { access, refresh } = await tokensOf(given);
    if (name === "token") return { ...client, grant_type: "refresh_token", refresh_token: refresh };
    return { ...client, token: access };
  }
  /** What is done when a body is taken. */
  const DONE: Readonly<Record<Endpoint, number>> = { token: 200, revoke: 200, introspect: 200, par: 201 };

  it.each(ENDPOINTS)("is refused at %s with 400 and the words of the standard", async (name) => {
    const given = await givenOauth(database());
    const fields = await fieldsOf(given, name);
    const json = JSON.stringify(fields);
    const [field = ""] = Object.keys(fields).slice(-1);
    const odd: Readonly<Record<string, string | Buffer>> = {
      "an array": `[${json}]`,
      "a text": JSON.stringify(json),
      "a number": "7",
      null: "null",
      nothing: "{}",
      "a nested object": JSON.stringify({ ...fields, [field]: { $ne: "" } }),
      "an array of one": JSON.stringify({ ...fields, [field]: [fields[field]] }),
      "an array of two": JSON.stringify({ ...fields, [field]: [fields[field], "x"] }),
      "an array as the client's secret": JSON.stringify({ ...fields, client_secret: [fields["client_secret"]] }),
      "the prototype": json.replace("{", '{"__proto__":{"client_id":"x"},'),
      "the prototype of the constructor": json.replace("{", '{"constructor":{"prototype":{"a":"x"}},'),
      "a key twice": json.replace("{", `{"${field}":"x",`),
      "a key twice, the second one hidden": json.replace(
        /}$/,
        `,"\\u00${field.charCodeAt(0).toString(16)}${field.slice(1)}":"x"}`,
      ),
      "a mark of the byte order": Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json)]),
      "UTF-16": Buffer.from(json, "utf16le"),
      "no UTF-8": Buffer.concat([Buffer.from(json.slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])]),
      NUL: json.replace(/"}$/, '\\u0000"}'),
      "half a surrogate": json.replace(/"}$/, '\\ud800"}'),
      "a comment": `${json}//`,
      "half of it": json.slice(0, -5),
      "deep nesting": `${'{"a":'.repeat(500)}1${"}".repeat(500)}`,
    };
    for (const [what, body] of Object.entries(odd)) {
      const { status, text, headers } = await send(given, name, body);
      expect([what, status], text).toEqual([what, what === "nothing" ? status : 400]);
      expect([400, 401]).toContain(status);
      const answer = JSON.parse(text);
      expect(answer, what).toMatchObject({ error: expect.stringMatching(/^invalid_/), success: false });
      expect(Object.keys(answer).sort(), what).toEqual(["error", "error_description", "message", "success"]);
      expect(headers["content-type"]).toMatch(/^application\/json/);
      expect(headers["cache-control"]).toBe("no-store");
    }
    expect((await send(given, name, json)).status).toBe(DONE[name]);
  });

  it.each(ENDPOINTS)("is refused at %s with another type of body, or one that does not fit", async (name) => {
    const given = await givenOauth(database());
    const fields = await fieldsOf(given, name);
    const [json, form] = [JSON.stringify(fields), new URLSearchParams(fields).toString()];
    const odd: readonly (readonly [string, string | Buffer])[] = [
      ["text/plain", json],
      ["text/plain", form],
      ["multipart/form-data; boundary=x", form],
      ["application/xml", "<client_id/>"],
      ["application/jose", json],
      ["", form],
      [FORM, json],
      [JSON_TYPE, form],
      [FORM, `${form}&client_id=x`],
      [FORM, `${form}&${form}`],
      [FORM, `${form}&state=%00`],
      [FORM, `${form}&state=%ff`],
      [FORM, Buffer.concat([Buffer.from(`${form}&state=`), Buffer.from([0xff])])],
      [`${FORM}; charset=utf-16le`, Buffer.from(form, "utf16le")],
    ];
    for (const [type, body] of odd) {
      const { status, text } = await send(given, name, body, type);
      expect([400, 401], `${type} ${text}`).toContain(status);
      expect(JSON.parse(text), type).toMatchObject({ error: expect.stringMatching(/^invalid_/), success: false });
    }
    for (const [type, body] of [
      [`${FORM};charset=UTF-8`, form],
      [FORM.toUpperCase(), form],
      ["application/json; charset=utf-8", json],
    ] as const) {
      if (name === "token") Object.assign(fields, await fieldsOf(given, name));
      const again = type.startsWith("application/json")
        ? JSON.stringify(fields)
        : new URLSearchParams(fields).toString();
      expect((await send(given, name, name === "token" ? again : body, type)).status, type).toBe(DONE[name]);
    }
  });

  it("is taken in chunks, refused when compressed or too large, and the connection lives on", async () => {
    const given = await givenOauth(database());
    const fields = await fieldsOf(given, "token");
    const chunked = await send(given, "token", JSON.stringify(fields), JSON_TYPE, { isChunked: true });
    expect(chunked.status, chunked.text).toBe(200);
    const inForm = await send(given, "introspect", new URLSearchParams(fields).toString(), FORM, { isChunked: true });
    expect(inForm.status).toBe(400);
    for (const type of [JSON_TYPE, FORM]) {
      const large = await send(given, "token", `{"a":"${"x".repeat(70_000)}"}`, type);
      expect([large.status, JSON.parse(large.text).error], type).toEqual([413, "invalid_request"]);
      const packed = await send(given, "token", "x", type, {
        headers: { "content-type": type, "content-encoding": "gzip" },
      });
      expect([400, 415], type).toContain(packed.status);
    }
    const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}`, "x"]));
    expect((await send(given, "token", JSON.stringify({ ...wide, ...fields }))).status).not.toBe(200);
  });

  it("gets no number, no yes or no taken for a secret, and nothing as absent", async () => {
    const given = await givenOauth(database());
    const fields = await fieldsOf(given, "token");
    for (const value of [0, 1, true, false, 1e3, 12_345_678_901_234_567_890n])
      for (const name of ["client_id", "client_secret", "refresh_token", "grant_type"]) {
        const { status } = await send(
          given,
          "token",
          JSON.stringify(fields).replace(`"${fields[name]}"`, String(value)),
        );
        expect([400, 401], `${name} ${value}`).toContain(status);
      }
    const { status } = await send(given, "token", JSON.stringify({ ...fields, scope: "", redirect_uri: null }));
    expect(status).toBe(200);
  });

  it("revokes nothing and learns nothing by a body that is refused", async () => {
    const given = await givenOauth(database());
    const { access } = await tokensOf(given);
    const client = { client_id: given.clientId, client_secret: given.clientSecret };
    await send(given, "revoke", JSON.stringify({ ...client, token: [access] }));
    await send(given, "revoke", JSON.stringify({ ...client, client_secret: "x", token: access }));
    await send(given, "revoke", JSON.stringify({ token: access }));
    expect(await profileStatus(given, access)).toBe(200);
  });
});
