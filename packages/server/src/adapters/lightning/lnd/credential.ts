import { readCredentialFile, uselessFile } from "../credential-file.ts";

const HEX = /^([0-9a-f]{2})+$/i;
const BYTES_MAX = 16_384;

/**
 * The macaroon in a file, as LND takes it: lower-case hex. The file holds its bytes, as LND writes it, or their hex.
 * @throws {NotConnected} when there is none.
 */
export async function readMacaroon(file: string): Promise<string> {
  const bytes = await readCredentialFile(file);
  const text = bytes.toString("latin1").trim();
  const macaroon = HEX.test(text) ? text.toLowerCase() : bytes.toString("hex");
  if (macaroon === "" || macaroon.length > 2 * BYTES_MAX) throw uselessFile("holds no macaroon");
  return macaroon;
}
