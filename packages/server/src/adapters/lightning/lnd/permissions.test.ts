import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NEEDED, REMAKE } from "./permissions.ts";

const GUIDE = join(import.meta.dirname, "../../../../../../docs/nodes/lnd.md");

it("the guide bakes a macaroon that allows what the adapter does, and nothing else", () => {
  const guide = readFileSync(GUIDE, "utf8");
  const command = /lncli bakemacaroon[^`]*/.exec(guide)?.[0] ?? "";
  const baked = [...command.matchAll(/uri:(\S+)/g)].map(([, name = ""]) => name);
  const needed = Object.values(NEEDED).flatMap((rights) => rights.map(({ name }): string => name));
  expect(baked.toSorted()).toEqual(needed.toSorted());
});

it("the line that doctor names is the guide's, word by word", () => {
  const guide = readFileSync(GUIDE, "utf8");
  const [command = ""] = /lncli bakemacaroon(?:[^\n`]*\\\n)*[^\n`]*/.exec(guide) ?? [];
  const words = (line: string) => line.split(/[\s\\]+/).toSorted();
  expect(words(REMAKE.commands)).toEqual(words(command));
});

it("the line for the service alone has no right of the operator's commands, but may ask what it may do", () => {
  const service = new Set(REMAKE.service.split(" "));
  const rest = REMAKE.commands.split(" ").filter((word) => !service.has(word));
  const operator = NEEDED.operator.map(({ name }) => `uri:${name}`);
  expect(rest).toEqual(operator.filter((uri) => !uri.endsWith("/CheckMacaroonPermissions")));
});
