import { expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { addressOfOwn, connectNode } from "./choose.ts";

const FILES = { nodeCert: "/etc/leyden/tls.cert", nodeCredential: "/etc/leyden/leyden.macaroon" };

it("makes the address of one's own node from the settings, with the files of its secrets and none of them", () => {
  expect(addressOfOwn({ node: { scheme: "lnd", host: "node.example", port: 8_080 }, ...FILES })).toEqual({
    backend: "lnd",
    host: "node.example",
    port: 8_080,
    certFile: FILES.nodeCert,
    credentialFile: FILES.nodeCredential,
  });
  const { nodeCert: certFile, nodeCredential: credentialFile } = FILES;
  const cln = { host: "node.example", port: 3_010 };
  expect(addressOfOwn({ node: { scheme: "cln", ...cln }, ...FILES })).toEqual({
    backend: "cln",
    ...cln,
    certFile,
    credentialFile,
  });
  const files = { nodeCert: undefined, nodeCredential: credentialFile };
  const phoenixd = { host: "127.0.0.1", port: 9_740 };
  expect(addressOfOwn({ node: { scheme: "phoenixd", ...phoenixd }, ...files })).toEqual({
    backend: "phoenixd",
    ...phoenixd,
    credentialFile,
  });
  expect(addressOfOwn({ node: { scheme: "nwc" }, ...files })).toEqual({ backend: "nwc", credentialFile });
  expect(addressOfOwn({ node: undefined, nodeCert: undefined, nodeCredential: undefined })).toBeUndefined();
});

it("connects to each of them without asking it anything", async () => {
  const nodes = [
    connectNode({ backend: "phoenixd", host: "127.0.0.1", port: 1, credentialFile: "/nowhere" }, machineClock),
    connectNode({ backend: "nwc", credentialFile: "/nowhere" }, machineClock),
  ];
  for (const node of nodes) {
    await expect(node.info()).rejects.toThrow(/cannot be read/);
    await node.close();
  }
});
