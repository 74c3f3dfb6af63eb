import { beforeEach, expect, it } from "vitest";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Network } from "./model/node-info.ts";
import { isLiveWith, rememberNode } from "./remember-node.ts";
import { givenBoundNode } from "./testing/bound-node.harness.ts";

onDatabase("whether the money is real", (database) => {
  beforeEach(async () => {
    await database().admin.query(sql`delete from lightning.node`);
  });

  const bindTo = (network: Network) =>
    givenBoundNode(database().db, {
      nodeId: "02".repeat(33),
      network,
      instanceId: "7f0c9f5e-8a3e-4b55-9a43-0d2f9d9b8a11",
    });

  it.each([
    ["mainnet", true],
    ["regtest", false],
  ] as const)("is asked until the service has a node, and of one on %s no more", async (network, isReal) => {
    let asked = 0;
    const db: Db = {
      ...database().db,
      query(statement) {
        asked += 1;
        return database().db.query(statement);
      },
    };
    const isLive = isLiveWith(rememberNode(db));
    expect([await isLive(), await isLive(), asked]).toEqual([false, false, 2]);
    await bindTo(network);
    expect([await isLive(), await isLive(), await isLive(), asked]).toEqual([isReal, isReal, isReal, 3]);
  });
});
