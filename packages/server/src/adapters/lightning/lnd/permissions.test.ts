import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NEEDED } from "./permissions.ts";

const GUIDE = join(import.meta.dirname, "../../../../../../docs/nodes/lnd.md");

it("the guide bakes a macaroon that allows what the adapter does, and nothing else", () => {
  const guide = readFileSync(GUIDE, "utf8");
  const command = /lncli bakemacaroon[^`]*/.exec(guide)?.[0] ?? "";
  const baked = [...command.matchAll(/uri:(\S+)/g)].map(([, name = ""]) => name);
  const needed = Object.values(NEEDED).flatMap((rights) => rights.map(({ name }): string => name));
  expect(baked.toSorted()).toEqual(needed.toSorted());
});
