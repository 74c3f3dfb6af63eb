import { readFile } from "node:fs/promises";
import { NotConnected } from "../not-connected.ts";

const RUNE = /^[A-Za-z0-9_-]{43,10000}={0,2}$/;

/**
 * The rune in a file, read for each call, so that another one needs no restart. Its content goes into no message.
 * @throws {NotConnected} when there is none.
 */
export async function readRune(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new NotConnected(`the node's credential cannot be read: ${cause.message}`, { cause });
  });
  const rune = text.trim();
  if (!RUNE.test(rune)) throw new NotConnected("the file of the node's credential holds no rune");
  return rune;
}
