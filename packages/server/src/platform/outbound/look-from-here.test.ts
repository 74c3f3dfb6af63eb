import { expect, it } from "vitest";
import { machineClock } from "../machine/clock.ts";
import { lookFromHere, readCertificateEnd } from "./look-from-here.ts";
import { CERTIFICATE, closingAfterEach, hurriedClock, serveHttp, serveHttps, serveRaw } from "./outbound.harness.ts";

const { given } = closingAfterEach();
const options = { ownAddresses: [], clock: machineClock, ca: CERTIFICATE };
const textOf = (body: Uint8Array) => new TextDecoder().decode(body);

it("asks an address of this machine although others' addresses of that kind are not called", async () => {
  const server = await given(serveHttp((request, response) => response.end(`this is ${request.url}`)));
  const { from, answer } = await lookFromHere(new URL(`http://${server.pair}/healthz`), options);
  expect(from).toBe("inside");
  expect(answer).toMatchObject({ kind: "answers", status: 200 });
  expect(answer.kind === "answers" && textOf(answer.body)).toBe("this is /healthz");
});

it("says that others go the same way when its name leads to a public address", async () => {
  const lookup = async () => ["192.0.2.1", "198.51.100.7"]; // for documentation: not public
  const seen: string[] = [];
  const nowhere = async (host: string) => {
    seen.push(host);
    return [];
  };
  const url = new URL("https://shop.test/healthz");
  expect(await lookFromHere(url, { ...options, lookup: nowhere })).toEqual({
    from: "outside",
    answer: { kind: "silent", reason: "dns" },
  });
  expect(seen).toEqual(["shop.test"]);
  expect((await lookFromHere(url, { ...options, clock: hurriedClock, lookup })).from).toBe("inside");
});

it("says why there is no answer", async () => {
  const gone = await serveRaw(() => undefined);
  await gone.close();
  const silent = await given(serveRaw(() => undefined));
  const secure = await given(serveHttps((_, response) => response.end("here")));
  const look = async (url: string, changes = {}) =>
    (await lookFromHere(new URL(url), { ...options, clock: hurriedClock, ...changes })).answer;
  expect(await look(`http://${gone.pair}/`)).toEqual({ kind: "silent", reason: "connect" });
  expect(await look(`http://${silent.pair}/`)).toEqual({ kind: "silent", reason: "timeout" });
  expect(await look(`https://${secure.pair}/`)).toMatchObject({ kind: "answers", status: 200 });
  expect(await look(`https://${secure.pair}/`, { ca: undefined })).toEqual({ kind: "silent", reason: "tls" });
});

it("reads until when a certificate is good", async () => {
  const server = await given(serveHttps((_, response) => response.end("here")));
  const url = new URL(`https://${server.pair}`);
  expect((await readCertificateEnd(url, options)).getUTCFullYear()).toBe(2120);
  await expect(readCertificateEnd(url, { ...options, ca: undefined as never })).rejects.toMatchObject({
    reason: "tls",
  });
  const plain = await given(serveHttp((_, response) => response.end("here")));
  await expect(readCertificateEnd(new URL(`http://${plain.pair}`), options)).rejects.toThrow("has no certificate");
});
