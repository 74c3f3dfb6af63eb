import { expect, it } from "vitest";
import { readTarget } from "./target.ts";

it.each([
  ["shop", "a Lightning address has the form name@host"],
  ["shop@host name", "the host of the Lightning address is not a host name"],
])("what is no Lightning address is refused in a sentence: %s", (text, why) => {
  expect(() => readTarget(text)).toThrow(
    `lnAddress must be a Lightning address, such as name@example.com, or an LNURL: ${why}`,
  );
});
