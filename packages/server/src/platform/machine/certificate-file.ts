import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";

/**
 * Until when the first certificate in a file in PEM form is good.
 * @throws when there is no such file, or no certificate in it.
 */
export async function certificateFileEnd(path: string): Promise<Date> {
  return new Date(new X509Certificate(await readFile(path)).validTo);
}
