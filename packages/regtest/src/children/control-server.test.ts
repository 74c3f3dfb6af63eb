import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { control } from "../control-client.ts";
import { freePort } from "../folder.ts";
import { type ControlServer, type Handlers, listenForControl, NotReady } from "./control-server.ts";
import { ignore } from "./ignore.ts";

describe("the control server", () => {
  let server: ControlServer | undefined;
  afterEach(() => server?.close());

  let port: number;
  beforeAll(async () => {
    port = await freePort();
  });

  const node = (token = "token") => control({ url: `http://127.0.0.1:${port}/node`, token });
  const ID = `02${"11".repeat(32)}`;
  const served = (address: () => Promise<{ address: string }>) => ({
    id: ID,
    handlers: { address } as unknown as Handlers,
  });

  it("answers 503 while the node starts, and what the node answers afterwards", async () => {
    server = await listenForControl(port, "token", ignore);
    await expect(node().address()).rejects.toThrow('503 {"error":"the node is starting"}');
    await expect(node("guess").address()).rejects.toThrow("401");

    server.serve({ node: served(async () => ({ address: "bcrt1" })) });

    expect(await node().address()).toEqual({ address: "bcrt1" });
    await expect(node("guess").address()).rejects.toThrow("401");
    await expect(control({ url: `http://127.0.0.1:${port}/other`, token: "token" }).address()).rejects.toThrow("404");
  });

  it("answers 503 for what the node cannot do now", async () => {
    server = await listenForControl(port, "token", ignore);
    server.serve({ node: served(() => Promise.reject(new NotReady("the node restarts"))) });
    await expect(node().address()).rejects.toThrow('503 {"error":"the node restarts"}');
  });

  it("does nothing for a call that names another node", async () => {
    let calls = 0;
    server = await listenForControl(port, "token", ignore);
    server.serve({ node: served(async () => ({ address: String(++calls) })) });
    const ask = async (id: string | undefined) => {
      const headers = { authorization: "Bearer token", ...(id !== undefined && { "x-node-id": id }) };
      return (await fetch(`http://127.0.0.1:${port}/node/address`, { headers })).status;
    };
    expect([await ask(ID), await ask(`03${"11".repeat(32)}`), await ask(""), await ask(undefined)]).toEqual([
      200, 409, 409, 200,
    ]);
    expect(calls).toBe(2);
  });
});
