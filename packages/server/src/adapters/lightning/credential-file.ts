import { readFile } from "node:fs/promises";
import { NotConnected } from "./errors.ts";

/**
 * The file of the credential, as it is. Its content goes into no message.
 * @throws {NotConnected} when it cannot be read.
 */
export async function readCredentialFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw uselessFile(`cannot be read: ${(cause as Error).message}`, cause);
  }
}

/** Its content is no credential of this kind of node. `says`: what it lacks. */
export function uselessFile(says: string, cause?: unknown): NotConnected {
  return new NotConnected(`the file of LEYDEN_NODE_CREDENTIAL ${says}`, { cause, why: "file" });
}
