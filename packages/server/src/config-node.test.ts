import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const FILES = { LEYDEN_NODE_CERT: "tls.cert", LEYDEN_NODE_CREDENTIAL: "leyden.macaroon" };

function mistakesOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes.join("\n");
    throw error;
  }
}

describe("the settings of a node of one's own", () => {
  it("are not needed: the embedded network runs", () => {
    expect(readConfig({})).toMatchObject({ node: undefined, nodeCert: undefined, nodeCredential: undefined });
  });

  it("name scheme, host and port, and files in which the secrets are", () => {
    expect(readConfig({ LEYDEN_NODE: "lnd://[::1]:10009", ...FILES })).toMatchObject({
      node: { scheme: "lnd", host: "[::1]", port: 10_009 },
      nodeCert: resolve("tls.cert"),
      nodeCredential: resolve("leyden.macaroon"),
    });
  });

  it.each([
    ["lnd://node.example", 8080],
    ["cln://node.example/", 3010],
  ])("take the usual port of %s", (text, port) => {
    expect(readConfig({ LEYDEN_NODE: text, ...FILES }).node).toMatchObject({ host: "node.example", port });
  });

  it("take phoenixd without a certificate, and an address of NWC from its file alone", () => {
    const LEYDEN_NODE_CREDENTIAL = "secret";
    const phoenixd = { scheme: "phoenixd", host: "127.0.0.1", port: 9740 };
    expect(readConfig({ LEYDEN_NODE: "phoenixd://127.0.0.1", LEYDEN_NODE_CREDENTIAL }).node).toEqual(phoenixd);
    expect(readConfig({ LEYDEN_NODE: "nwc:", LEYDEN_NODE_CREDENTIAL }).node).toEqual({ scheme: "nwc" });
  });

  it.each([
    ["https://127.0.0.1:8080", "must be `lnd://host:port`"],
    ["lnd", "must be `lnd://host:port`"],
    ["lnd://", "must name a host: `lnd://127.0.0.1:8080`"],
    ["lnd://me:secret@127.0.0.1", "secrets are in the file"],
    ["lnd://127.0.0.1/v1?macaroon=0201", "secrets are in the file"],
    ["nwc://pubkey", "must be `nwc:` alone"],
    ["nwc:pubkey?secret=1", "secrets are in the file"],
  ])("refuse %s, and say nothing of its secret", (LEYDEN_NODE, problem) => {
    const mistakes = mistakesOf({ LEYDEN_NODE, ...FILES });
    expect(mistakes).toContain(problem);
    expect(mistakes).not.toMatch(/0201|me:secret/);
  });

  it("belong together", () => {
    expect(mistakesOf({ LEYDEN_NODE: "lnd://127.0.0.1" })).toBe(
      "LEYDEN_NODE_CREDENTIAL must be set for lnd\nLEYDEN_NODE_CERT must be set for lnd",
    );
    expect(mistakesOf({ LEYDEN_NODE: "nwc:", ...FILES })).toBe("LEYDEN_NODE_CERT is not for nwc");
    expect(mistakesOf(FILES)).toBe(
      "LEYDEN_NODE_CERT is set and LEYDEN_NODE is not\nLEYDEN_NODE_CREDENTIAL is set and LEYDEN_NODE is not",
    );
  });
});
