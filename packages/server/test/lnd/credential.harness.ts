import { NEEDED } from "../../src/adapters/lightning/lnd/permissions.ts";
import type { LndNode } from "./lnd-node.harness.ts";

/** The names of all that the adapter calls. */
export const ALL_NEEDED: readonly string[] = Object.values(NEEDED).flatMap((rights) => rights.map(({ name }) => name));

/** A macaroon that allows these calls and no others. */
export async function bake(node: LndNode, names: readonly string[]): Promise<Uint8Array> {
  const permissions = names.map((action) => ({ entity: "uri", action }));
  const { macaroon } = await node.post("/v1/macaroon", { permissions });
  return Buffer.from(macaroon, "hex");
}

/** The macaroon that the guide tells to bake. */
export function bakeLeydens(node: LndNode): Promise<Uint8Array> {
  return bake(node, ALL_NEEDED);
}
