import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Calls } from "@leyden/regtest";
import { bytesToHex } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";

/** What a control server answers; `store`: the name of the node's store. */
type Served = { readonly node: Pick<LightningNode, "info" | "listOnchain" | "buildOnchain">; readonly store: string };

/** Serves a node that has made no payment over Lightning, as the embedded network does, for commands. */
export async function serveNode(served: () => Served): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const isBuild = request.method === "POST" && url.pathname === "/onchain";
    const answer = isBuild ? await built(served(), await json(request)) : await answerOf(served(), url);
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function built({ node }: Served, body: unknown): Promise<Calls["buildOnchain"]["output"]> {
  const { address, amountMsats, feeLimitMsats, reference } = body as Calls["buildOnchain"]["input"];
  const [amount, feeLimit] = [msats(BigInt(amountMsats)), msats(BigInt(feeLimitMsats))];
  const answer = await node.buildOnchain({ address, amount, feeLimit, reference });
  if (answer.kind === "refused") return answer;
  const { kind, txid, transaction, fee } = answer;
  return { kind, txid, transaction: bytesToHex(transaction), feeMsats: String(fee) };
}

async function answerOf({ node, store }: Served, { pathname, searchParams }: URL): Promise<unknown> {
  switch (pathname) {
    case "/info": {
      const { nodeId, network, blockHeight } = await node.info();
      const channels = { htlcSlots: 1, usableChannels: 1, sendableMsats: "0", receivableMsats: "0" };
      return { nodeId, network, instanceId: store, synced: true, blockHeight, ...channels };
    }
    case "/payments":
      return { kind: "not_found" };
    case "/payments/list":
      return { payments: [] };
    case "/onchain/list": {
      if (searchParams.get("after") !== "") return { published: [] };
      const all = await node.listOnchain(new Date(0));
      return {
        published: all.map(({ txid, transaction, reference, fee, confirmations }) => ({
          txid,
          transaction: bytesToHex(transaction),
          reference,
          feeMsats: String(fee),
          state: confirmations === 0 ? { kind: "pending" } : { kind: "confirmed", confirmations },
        })),
      };
    }
  }
  return undefined;
}
