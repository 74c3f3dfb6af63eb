import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { type RoutesPlugin, success } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { KEY, sampleApp, sampleRoutes, serve } from "#service/testing/app.harness.ts";

/** Who loses a connection when unknown addresses have all their places, over sockets. */

let slow: RoutesPlugin;
let release: () => void;
let arrived: Promise<void>;

beforeEach(() => {
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  [release, arrived] = [gate.resolve, arrival.promise];
  slow = (api) => {
    api.get("/v0/slow", { config: { access: "public" }, schema: { hide: true } }, async () => {
      arrival.resolve();
      await gate.promise;
      return success("done", "Slow.");
    });
  };
});

/** A clock whose milliseconds stand still until the test moves them on. */
function givenClock() {
  let ms = 0;
  return { clock: { ...machineClock, monotonicMs: () => ms }, pass: (more: number) => (ms += more) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

// Other loopback addresses than 127.0.0.1 are there on Linux alone.
describe.runIf(process.platform === "linux")("when strangers have all their places, those", () => {
  it("that are idle give way, so that another one gets in", async () => {
    const TWO_EACH = 2; // a sixteenth of 32
    const full = await serve(await sampleApp({ routes: [sampleRoutes, slow] }), { connectionsMax: 16 * TWO_EACH });
    const from = async (localAddress: string, request: string) => {
      const socket = connect({ port: full.port, host: "127.0.0.1", localAddress });
      await once(socket, "connect");
      socket.on("error", () => undefined).write(request);
      return socket;
    };
    const answered = async (socket: Socket) => String((await once(socket, "data"))[0]).slice(0, 12);
    const alive = get("/healthz");
    const busy = await from("127.0.0.2", get("/v0/slow"));
    const half = await from("127.0.0.2", "GET /healthz HTT");
    await arrived;
    const idle: Socket[] = [];
    for (let i = 3; i < 14; i++)
      for (let j = 0; j < TWO_EACH; j++) {
        const socket = await from(`127.0.0.${i}`, alive);
        expect(await answered(socket)).toBe("HTTP/1.1 200");
        idle.push(socket);
      }
    const others: Socket[] = [];
    for (let i = 20; i < 42; i++) {
      const socket = await from(`127.0.0.${i}`, alive);
      expect([i, await answered(socket)]).toEqual([i, "HTTP/1.1 200"]);
      others.push(socket);
    }
    expect(idle.every(({ closed, readyState }) => closed || readyState !== "open")).toBe(true);
    half.write("P/1.1\r\nHost: x\r\n\r\n");
    expect(await answered(half)).toBe("HTTP/1.1 200");
    release();
    expect(await answered(busy)).toBe("HTTP/1.1 200");
    for (const socket of [busy, ...others]) socket.destroy();
    await full.close();
  });

  it("that lose nothing give way: silent and idle ones first, and none whose request is worked on", async () => {
    const large = "x".repeat(16 * 1024 * 1024); // more than the buffers of two sockets hold
    const answers: RoutesPlugin = (api) => {
      api.get("/v0/large", { config: { access: "public" }, schema: { hide: true } }, async (_request, reply) =>
        reply.header("content-type", "text/plain").send(large as never),
      );
    };
    const { clock, pass } = givenClock();
    const full = await serve(await sampleApp({ routes: [sampleRoutes, slow, answers] }), { connectionsMax: 16, clock });
    const open = async (name: string, address: number, ...parts: string[]) => {
      const socket = connect({ port: full.port, host: "127.0.0.1", localAddress: `127.0.0.${address}` });
      socket.on("error", () => undefined);
      await once(socket, "connect");
      let received = 0;
      if (name !== "unread") socket.on("data", (bytes) => (received += bytes.length));
      for (const part of parts) socket.write(part);
      return { name, socket, received: () => received };
    };
    // Twelve places for strangers, each with one connection, the oldest first.
    const upload =
      `POST /v0/echo HTTP/1.1\r\nHost: x\r\napikey: ${KEY}\r\nContent-Type: application/json\r\n` +
      'Content-Length: 14\r\n\r\n{"amount":"1"}';
    const uploading = await open("uploading", 2, upload.slice(0, -5));
    const unread = await open("unread", 3, get("/v0/large"));
    const working = await open("working", 4, get("/v0/slow"));
    await arrived;
    const idle = await open("idle", 5, get("/healthz"));
    await expect.poll(idle.received).toBeGreaterThan(0);
    const silent: Awaited<ReturnType<typeof open>>[] = [];
    for (let i = 6; i < 14; i++) silent.push(await open("silent", i));
    pass(1_000);
    const all = [uploading, unread, working, idle, ...silent];
    const closed: string[] = [];
    for (const { socket, name } of all) socket.on("close", () => closed.push(name));

    const newcomer = async (address: number) => {
      const { socket, received } = await open("newcomer", address, get("/v0/slow"));
      await Promise.race([once(socket, "close"), new Promise((resolve) => setTimeout(resolve, 50))]);
      return { socket, isIn: received() === 0 };
    };
    const newcomers: Awaited<ReturnType<typeof newcomer>>[] = [];
    for (let i = 0; i < 9; i++) newcomers.push(await newcomer(20 + i));
    expect(newcomers.every(({ isIn }) => isIn)).toBe(true);
    await expect.poll(() => closed).toEqual([...Array(8).fill("silent"), "idle"]);

    uploading.socket.write(upload.slice(-5));
    await expect.poll(uploading.received).toBeGreaterThan(0); // its request was answered
    expect(closed).not.toContain("uploading");
    newcomers.push(await newcomer(40));
    await expect.poll(() => closed.at(-1)).toBe("uploading"); // idle by now
    newcomers.push(await newcomer(41));
    unread.socket.resume(); // a reader sees that it ended
    await expect.poll(() => closed.at(-1)).toBe("unread");
    expect((await newcomer(42)).isIn).toBe(false); // all are working
    release();
    await expect.poll(working.received).toBeGreaterThan(0);
    for (const { socket } of [...all, ...newcomers]) socket.destroy();
    await full.close();
  });

  it("that have just come stay where all others have a part of a request: the oldest goes", async () => {
    const { clock, pass } = givenClock();
    const full = await serve(await sampleApp({ routes: [sampleRoutes] }), { connectionsMax: 16, clock });
    const closed: string[] = [];
    const arrived: Socket[] = [];
    full.server.on("connection", (socket) => arrived.push(socket));
    const open = async (name: string, address: number, part = "") => {
      const socket = connect({ port: full.port, host: "127.0.0.1", localAddress: `127.0.0.${address}` });
      socket.on("error", () => undefined).on("close", () => closed.push(name));
      await once(socket, "connect");
      socket.write(part);
      return socket;
    };
    const sockets: Socket[] = [];
    for (let i = 0; i < 12; i++) sockets.push(await open(`slow ${i}`, 2 + i, "GET /healthz HTT"));
    await expect.poll(() => arrived.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(12);
    const newcomer = await open("newcomer", 100);
    for (let i = 0; i < 5; i++) sockets.push(await open(`silent ${i}`, 20 + i));
    await expect.poll(() => closed).toEqual([0, 1, 2, 3, 4, 5].map((i) => `slow ${i}`));

    newcomer.write(get("/healthz"));
    expect(String((await once(newcomer, "data"))[0])).toContain("HTTP/1.1 200");
    pass(1_000); // now who says nothing goes before all others
    sockets.push(await open("late", 40));
    await expect.poll(() => closed.at(-1)).toBe("silent 0");
    for (const socket of [newcomer, ...sockets]) socket.destroy();
    await full.close();
  });
});
