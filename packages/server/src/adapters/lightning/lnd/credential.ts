import { readFile } from "node:fs/promises";
import { NotConnected } from "../not-connected.ts";

const HEX = /^([0-9a-f]{2})+$/i;
const BYTES_MAX = 16_384;

/**
 * The macaroon in a file, as LND takes it: lower-case hex. The file holds its bytes, as LND writes it, or their hex.
 * Its content goes into no message.
 * @throws {NotConnected} when there is none.
 */
export async function readMacaroon(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: Error) => {
    throw new NotConnected(`the node's credential cannot be read: ${cause.message}`, { cause, why: "credential" });
  });
  const text = bytes.toString("latin1").trim();
  const macaroon = HEX.test(text) ? text.toLowerCase() : bytes.toString("hex");
  if (macaroon === "" || macaroon.length > 2 * BYTES_MAX)
    throw new NotConnected("the file of the node's credential holds no macaroon", { why: "credential" });
  return macaroon;
}
