import { rename, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { pay } from "../conformance/counterparty.harness.ts";
import { NotConnected } from "../errors.ts";
import { OTHER_CERTIFICATES, OWN_CERTIFICATES } from "./testing/certificates.harness.ts";
import { type ClnWorld, clnWorld, connectTo } from "./testing/cln-world.harness.ts";
import { createTransport } from "./transport.ts";

let world: ClnWorld;
const opened: LightningNode[] = [];
beforeEach(async () => {
  world = await clnWorld();
});
afterEach(async () => {
  for (const node of opened.splice(0)) await node.close();
  await world.stop();
});

/** The adapter, without a connection yet. */
function fresh(changes: Partial<Parameters<typeof connectTo>[0]> = {}): LightningNode {
  const node = connectTo({ ...world.fake, ...changes });
  opened.push(node);
  return node;
}

const unreachable = { kind: "not_sent", reason: "unreachable" } as const;
const wanted = () => world.counterparty.invoice({ msats: 1_000_000n });
const commands = () => world.fake.calls.map(({ command }) => command);

describe("the certificate of the node", () => {
  it.each([
    ["the server's own", OWN_CERTIFICATES.server],
    ["its authority's", OWN_CERTIFICATES.ca],
    ["both", `${OWN_CERTIFICATES.server}${OWN_CERTIFICATES.ca}`],
  ])("is %s, whatever names stand in it", async (_, pem) => {
    await writeFile(world.fake.certFile, pem);
    expect((await fresh().info()).nodeId).toBe(world.fake.nodeId());
  });

  it.each([
    ["another server's", OTHER_CERTIFICATES.server],
    ["another authority's", OTHER_CERTIFICATES.ca],
    ["no certificate", "nonsense"],
    ["empty", ""],
  ])("lets nothing through when it is %s", async (_, pem) => {
    await writeFile(world.fake.certFile, pem);
    const node = fresh();
    await expect(node.info()).rejects.toMatchObject({ name: "NodeUnavailable", why: "certificate" });
    expect(await pay(node, await wanted())).toMatchObject(unreachable);
    expect(commands()).toEqual([]);
  });

  it("is read at each new connection", async () => {
    const { certFile } = world.fake;
    const node = fresh();
    await writeFile(`${certFile}.new`, OTHER_CERTIFICATES.server);
    await node.info();
    await rename(`${certFile}.new`, certFile);
    expect((await node.info()).nodeId).toBe(world.fake.nodeId());
    world.fake.restart();
    await expect.poll(() => node.info().catch((error: Error) => error.message)).toMatch(/certificate/);
    await writeFile(certFile, OWN_CERTIFICATES.server);
    expect((await node.info()).nodeId).toBe(world.fake.nodeId());
  });

  it("that cannot be read lets nothing through", async () => {
    const node = fresh({ certFile: "/nowhere" });
    expect(await pay(node, await wanted())).toMatchObject(unreachable);
    await expect(node.info()).rejects.toMatchObject({ why: "file" });
  });
});

describe("the rune", () => {
  it("is read for each call, and is never part of a message", async () => {
    const node = fresh();
    await node.info();
    await world.fake.writeRune(world.fake.rune([["method=getinfo"]]));
    const lacking = { why: "permission", message: expect.stringContaining("does not allow listpeerchannels") };
    await expect(node.info()).rejects.toMatchObject(lacking);
    const narrow = world.fake.rune([["method=getinfo", "method=listpeerchannels"]]);
    await world.fake.writeRune(narrow);
    const error = await node.balances().catch((error: Error) => error);
    expect(error).toBeInstanceOf(NodeUnavailable);
    expect(String(error)).not.toContain(narrow);
    await world.fake.writeRune(world.fake.rune());
    expect((await node.balances()).onchain).toBeGreaterThan(0n);
  });

  it.each(["", "two words", "a".repeat(20_000), "{}"])("is none: %s", async (text) => {
    await writeFile(world.fake.credentialFile, text);
    const node = fresh();
    expect(await pay(node, await wanted())).toMatchObject(unreachable);
    await expect(node.info()).rejects.toMatchObject({ why: "file" });
    expect(commands()).toEqual([]);
  });

  it.each([
    ["of another node", () => `${"A".repeat(43)}=`, "credential", "not authorized"],
    [
      "that allows nothing",
      () => world.fake.rune([["method=nothing"]]),
      "permission",
      "does not allow (getinfo|listpeerchannels)",
    ],
  ])("%s is not taken, which is said apart", async (_, rune, why, words) => {
    await world.fake.writeRune(rune());
    const node = fresh();
    const said = { name: "NodeUnavailable", why, message: expect.stringMatching(new RegExp(words, "i")) };
    await expect(node.info()).rejects.toMatchObject(said);
    node.requireNode(world.fake.nodeId());
    await expect(node.balances()).rejects.toMatchObject(said);
    expect(await pay(fresh(), await wanted())).toMatchObject({ kind: "not_sent" });
  });

  it("that clnrest cannot have checked, while lightningd ends, is no refusal", async () => {
    const text = '{"code":null,"data":null,"message":"Connection refused (os error 111)"}';
    const one = await wanted();
    world.fake.lines.set("listsendpays", [{ kind: "say", status: 401, text }]);
    expect(await pay(fresh(), one)).toMatchObject(unreachable);
    world.fake.lines.set("xpay", [{ kind: "say", status: 401, text }]);
    expect(await pay(fresh(), await wanted())).toMatchObject(unreachable);
    world.fake.lines.set("checkrune", [{ kind: "say", status: 401, text }]);
    await expect(fresh().permissions()).rejects.toThrow("Connection refused");
    world.fake.lines.set("getinfo", [{ kind: "say", status: 401, text }]);
    await expect(fresh().info()).rejects.toMatchObject({ why: "down" });
    expect((await pay(fresh(), one)).kind).toBe("settled");
  });

  it("that cannot be read lets nothing through", async () => {
    const node = fresh({ credentialFile: "/nowhere" });
    expect(await pay(node, await wanted())).toMatchObject(unreachable);
    await expect(node.info()).rejects.toMatchObject({ why: "file" });
  });
});

describe("another node at the same address with the same certificate", () => {
  it("takes no order, with our rune or with its own", async () => {
    const node = fresh();
    const own = world.fake.nodeId();
    node.requireNode(own);
    expect((await pay(node, await wanted())).kind).toBe("settled");
    world.fake.calls.length = 0;

    world.fake.becomeOther();
    expect(await pay(node, await wanted())).toMatchObject({ kind: "not_sent" });
    await world.fake.writeRune(world.fake.rune());
    expect(await pay(node, await wanted())).toMatchObject(unreachable);

    expect(commands()).not.toContain("xpay");
    await expect(node.balances()).rejects.toThrow(/another node/);
    expect((await node.info()).nodeId).not.toBe(own);
  });
});

describe("a call", () => {
  it.each([
    ["no JSON", { kind: "say", status: 201, text: "<html>" }, "stranger"],
    ["a list", { kind: "say", status: 201, text: "[]" }, undefined],
    ["nothing", { kind: "say", status: 201, text: "" }, "stranger"],
    ["too much", { kind: "say", status: 201, text: " ".repeat(33 * 1024 * 1024) }, undefined],
    ["a redirect", { kind: "say", status: 302, text: "" }, "stranger"],
    ["a server without its paths", { kind: "say", status: 404, text: "<html>" }, "stranger"],
    ["an error of a proxy", { kind: "say", status: 502, text: "bad gateway" }, "stranger"],
    ["a broken connection", { kind: "cut", when: "after" }, undefined],
  ] as const)("is not answered by %s", async (_, line, why) => {
    world.fake.lines.set("getinfo", [line, line]);
    await expect(fresh().info()).rejects.toMatchObject({ name: "NodeUnavailable", why });
    const node = fresh();
    node.requireNode(world.fake.nodeId());
    await expect(node.balances()).rejects.toMatchObject({ name: "NodeUnavailable", why });
  });

  it("does not leave while it is not known whose node is there", async () => {
    const node = fresh();
    node.requireNode(world.fake.nodeId());
    const one = await wanted();
    for (const line of [
      { kind: "cut", when: "after" },
      { kind: "say", status: 201, text: "{}" },
    ] as const) {
      world.fake.lines.set("getinfo", [line]);
      expect(await pay(node, one)).toMatchObject(unreachable);
    }
    expect(commands()).not.toContain("xpay");
  });

  it("has not left when it is given up before the connection stands, or the question whose node is there fails", async () => {
    const transport = createTransport({ host: "127.0.0.1", ...world.fake }, machineClock);
    await expect(transport.call("xpay", {}, { timeoutMs: 0 })).rejects.toThrow(NotConnected);
    transport.requireNode(world.fake.nodeId());
    world.fake.lines.set("getinfo", [{ kind: "cut", when: "after" }]);
    await expect(transport.call("xpay")).rejects.toThrow(NotConnected);
    await transport.call("getinfo");
    expect(commands()).not.toContain("xpay");
    await transport.close();
  });

  it("is given up after its time", async () => {
    const { call, close } = createTransport({ host: "127.0.0.1", ...world.fake }, machineClock);
    world.fake.lines.set("getinfo", [{ kind: "hang" }]);
    await expect(call("getinfo", {}, { timeoutMs: 100 })).rejects.toMatchObject({
      why: "down",
      message: expect.stringContaining("within 100 ms"),
    });
    await close();
  });
});

describe("an order whose deadline passes while the connection is made", () => {
  let server: Server;
  const waiting: Socket[] = [];
  beforeEach(async () => {
    server = createServer((socket) => void waiting.push(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    for (const socket of waiting.splice(0)) socket.destroy();
    server.close();
  });

  it("is late and has not left", async () => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const node = fresh({ port: address.port });
    const paid = pay(node, await wanted(), { deadlineMonotonicMs: machineClock.monotonicMs() + 50 });
    await expect.poll(() => waiting.length).toBe(1);
    await machineClock.sleep(100);
    waiting[0]?.destroy();
    expect(await paid).toMatchObject({ kind: "not_sent", reason: "deadline" });
  });

  it("does not leave on a connection that stands only then", async () => {
    const { call, close } = createTransport({ host: "127.0.0.1", ...world.fake }, machineClock);
    const late = { deadlineMonotonicMs: machineClock.monotonicMs() };
    await expect(call("xpay", {}, late)).rejects.toThrow(/deadline/);
    expect(commands()).toEqual([]);
    await close();
  });
});

describe("the version of the node", () => {
  it.each(["v25.12", "v26.04.1", "v24.11", "unknown", "v6.06"])("%s is too old to prove a failure", async (version) => {
    world.fake.info["version"] = version;
    await expect(fresh().info()).rejects.toThrow(/v26.06 is needed/);
  });

  it.each(["v26.06", "v26.06.6-modded", "26.12rc1", "v27.03"])("%s is new enough", async (version) => {
    world.fake.info["version"] = version;
    expect((await fresh().info()).version).toBe(`Core Lightning ${version}`);
  });
});
