import { InvalidInput } from "#kernel/errors.ts";

const CHARACTERS_MAX = 2_048;
const HERE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Where the page leads a person back to: https, or http on this machine. A link of the page, so never a script.
 * @throws {InvalidInput}
 */
export function returnUrl(text: string): string {
  const url = text.length <= CHARACTERS_MAX ? URL.parse(text) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && HERE.includes(url.hostname));
  if (url === null || !isSafe || url.username !== "" || url.password !== "")
    throw new InvalidInput("return_url", "must be an https address such as https://shop.example/thanks");
  return url.href;
}
