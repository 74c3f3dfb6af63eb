import { expect, it } from "vitest";
import { OperatorError } from "#platform/operator-error.ts";
import { addressOfOwn } from "./choose.ts";

const FILES = { nodeCert: "/etc/leyden/tls.cert", nodeCredential: "/etc/leyden/leyden.macaroon" };

it("makes the address of one's own node from the settings, with the files of its secrets and none of them", () => {
  expect(addressOfOwn({ node: { scheme: "lnd", host: "node.example", port: 8_080 }, ...FILES })).toEqual({
    backend: "lnd",
    host: "node.example",
    port: 8_080,
    certFile: FILES.nodeCert,
    credentialFile: FILES.nodeCredential,
  });
  expect(addressOfOwn({ node: undefined, nodeCert: undefined, nodeCredential: undefined })).toBeUndefined();
});

it("says of a kind of node that no adapter is for that there is none", () => {
  const nwc = { node: { scheme: "nwc" }, nodeCert: undefined, nodeCredential: FILES.nodeCredential } as const;
  expect(() => addressOfOwn(nwc)).toThrow(OperatorError);
});
