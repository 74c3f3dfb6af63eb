import { expect, it } from "vitest";
import type { Connection, Connections } from "./connections.ts";
import { readInfo } from "./info.ts";

const PENDING = {
  pending_open_channels: [],
  waiting_close_channels: [],
  pending_force_closing_channels: [],
  total_limbo_balance: "0",
};

it.each([
  [true, true, { synced: true, knowsGraph: true }],
  [true, false, { synced: true, knowsGraph: false }],
  [false, true, { synced: false, knowsGraph: true }],
  [true, undefined, { synced: true, knowsGraph: true }],
])("is synced with the chain (%s) and the graph (%s): %o", async (synced_to_chain, synced_to_graph, said) => {
  const info = { identity_pubkey: `02${"ab".repeat(32)}`, block_height: 1, version: "0.21.3-beta commit=" };
  const answers: Readonly<Record<string, object>> = {
    "/v1/getinfo": { ...info, synced_to_chain, synced_to_graph },
    "/v1/channels": { channels: [] },
    "/v1/channels/pending": PENDING,
  };
  const connection = {
    network: "regtest",
    ask: async ({ path }: { readonly path: string }) => answers[path],
  } as unknown as Connection;
  const connections = { takeAny: async () => connection, giveBack: () => undefined } as unknown as Connections;
  expect(await readInfo(connections)).toMatchObject({ ...said, version: "lnd 0.21.3-beta" });
});
