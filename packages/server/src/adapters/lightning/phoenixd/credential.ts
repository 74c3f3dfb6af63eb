import { readCredentialFile, uselessFile } from "../credential-file.ts";

/** The password in a file, read at each call. @throws {NotConnected} when there is none. */
export async function readPassword(file: string): Promise<string> {
  const password = (await readCredentialFile(file)).toString("utf8").trim();
  if (password === "") throw uselessFile("holds no password");
  return password;
}
