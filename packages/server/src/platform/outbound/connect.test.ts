import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { machineClock } from "../machine/clock.ts";
import { createConnector } from "./connect.ts";
import { OutboundFailed, OutboundRefused } from "./errors.ts";
import type { Lookup } from "./lookup.ts";
import { hurriedClock, serveRaw, type TestServer } from "./outbound.harness.ts";
import { createPolicy, type Policy } from "./policy.ts";

/** Here 127.0.0.1 and 0.0.0.0 play a public address, and everything else a private one. */
const playedPolicy: Policy = {
  allows: () => false,
  names: () => false,
  checkUrl: () => undefined,
  mayCall: () => true,
  refusalOf: () => undefined,
  checkAddress(_host, _port, address) {
    if (address !== "127.0.0.1") throw new OutboundRefused("address");
  },
};
const lookupNothing: Lookup = () => Promise.reject(new Error("no name was to be looked up"));

const servers: TestServer[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

async function given(host?: string, port?: number): Promise<TestServer & { received: () => number }> {
  let received = 0;
  const server = await serveRaw((socket) => socket.on("data", (data) => (received += data.length)), host, port);
  servers.push(server);
  return { ...server, received: () => received };
}

type Connect = {
  hostname: string;
  port: number;
  protocol?: "http:" | "https:";
  lookup?: Lookup;
  policy?: Policy;
  clock?: typeof machineClock;
};

function connectTo({
  hostname,
  port,
  protocol = "http:",
  lookup = lookupNothing,
  policy = playedPolicy,
  clock = machineClock,
}: Connect) {
  const connector = createConnector({ policy, lookup, clock, ca: undefined });
  return new Promise<Socket>((resolve, reject) => {
    connector({ hostname, port: String(port), protocol }, (error, socket) => {
      if (error) return reject(error);
      sockets.push(socket as Socket);
      return resolve(socket as Socket);
    });
  });
}

describe("a connection", () => {
  it("goes to the address that the name has at this moment, and is refused when that is a private one", async () => {
    const open = await given();
    const secret = await given("127.0.0.2", open.port);
    const answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "127.0.0.2"], ["127.0.0.1"]];
    const lookup: Lookup = async () => answers.shift() ?? [];
    const rebinding = { hostname: "rebinding.test", port: open.port, lookup };

    expect((await connectTo(rebinding)).remoteAddress).toBe("127.0.0.1");
    await expect(connectTo(rebinding)).rejects.toThrow(OutboundRefused);
    await expect(connectTo(rebinding)).rejects.toThrow(OutboundRefused);
    expect((await connectTo(rebinding)).remoteAddress).toBe("127.0.0.1");
    expect(secret.connections).toHaveLength(0);
    expect(open.connections).toHaveLength(2);
  });

  it.each(["http:", "https:"] as const)(
    "sends no byte over %s when it ends elsewhere than the name said",
    async (protocol) => {
      const server = await given();
      const lookup: Lookup = async () => ["0.0.0.0"]; // the kernel connects this to 127.0.0.1
      const trusting: Policy = {
        ...playedPolicy,
        checkAddress(_host, _port, address) {
          if (address !== "0.0.0.0") throw new OutboundRefused("address");
        },
      };

      await expect(
        connectTo({ hostname: "x.test", port: server.port, lookup, policy: trusting, protocol }),
      ).rejects.toThrow(OutboundRefused);
      await expect.poll(() => server.connections.map((socket) => socket.closed)).toEqual([true]);
      expect(server.received()).toBe(0);
    },
  );

  it.each(["127.0.0.1", "0.0.0.0", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"])(
    "is refused to the literal %s, for which no look-up takes place",
    async (hostname) => {
      const server = await given();
      const policy = createPolicy({ allow: [], ownAddresses: [] });
      await expect(connectTo({ hostname, port: server.port, policy })).rejects.toThrow(OutboundRefused);
      expect(server.connections).toHaveLength(0);
    },
  );

  it.each(["127.1", "0x7f.1", "2130706433", "localhost"])(
    "is refused when a look-up answers with %s",
    async (address) => {
      const server = await given();
      const policy = createPolicy({ allow: [], ownAddresses: [] });
      const lookup: Lookup = async () => [address];
      await expect(connectTo({ hostname: "x.test", port: server.port, lookup, policy })).rejects.toThrow(
        OutboundRefused,
      );
      expect(server.connections).toHaveLength(0);
    },
  );

  it("tries the next address when the first does not answer", async () => {
    const server = await given();
    const anywhere: Policy = { ...playedPolicy, checkAddress: () => undefined };
    const lookup: Lookup = async () => ["127.0.0.9", "127.0.0.1"];
    const socket = await connectTo({ hostname: "x.test", port: server.port, lookup, policy: anywhere });
    expect(socket.remoteAddress).toBe("127.0.0.1");
  });

  it.each<[string, Lookup]>([
    ["has no address", async () => []],
    ["is not known", () => Promise.reject(new Error("ENOTFOUND"))],
  ])("fails with dns when the name %s", async (_, lookup) => {
    await expect(connectTo({ hostname: "x.test", port: 443, lookup })).rejects.toMatchObject({ reason: "dns" });
  });

  it.each<[string, Partial<Connect>]>([
    ["the name servers", { hostname: "x.test", lookup: () => new Promise(() => undefined) }],
    ["the TLS handshake", { protocol: "https:" }],
  ])("waits 5 seconds for %s, then fails with connect and leaves nothing open", async (_, changes) => {
    const server = await given();
    const error = await connectTo({ hostname: "127.0.0.1", port: server.port, clock: hurriedClock, ...changes }).catch(
      (e) => e,
    );
    expect(error).toBeInstanceOf(OutboundFailed);
    expect(error.reason).toMatch(/connect/);
    await expect.poll(() => server.connections.every((socket) => socket.closed)).toBe(true);
  });
});
