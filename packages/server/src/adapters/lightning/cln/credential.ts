import { readCredentialFile, uselessFile } from "../credential-file.ts";

const RUNE = /^[A-Za-z0-9_-]{43,10000}={0,2}$/;

/**
 * The rune in a file, read for each call, so that another one needs no restart.
 * @throws {NotConnected} when there is none.
 */
export async function readRune(file: string): Promise<string> {
  const rune = (await readCredentialFile(file)).toString("utf8").trim();
  if (!RUNE.test(rune)) throw uselessFile("holds no rune");
  return rune;
}
