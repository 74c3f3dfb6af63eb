import { expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { commands } from "./commands.ts";

const KINDS = ["deposit", "withdraw", "to-channels", "to-chain"];
const run = async (...words: string[]) => await (await commands()).parseAsync(["node", "leyden", "equity", ...words]);

it.each([...KINDS, "chain-cost"])(
  "equity %s refuses what is no amount above zero before it opens the database",
  async (kind) => {
    for (const amount of ["0", "1.5", "ten"])
      await expect(run(kind, amount, "--reason", "a mistake")).rejects.toBeInstanceOf(InvalidInput);
  },
);

it.each(KINDS)("equity %s takes nothing without a reason", async (kind) => {
  const command = (await commands()).commands.find((one) => one.name() === "equity");
  const booking = command?.commands.find((one) => one.name() === kind);
  expect(booking?.options.filter(({ mandatory }) => mandatory).map(({ long }) => long)).toEqual(["--reason"]);
});

it.each([
  ["neither an amount nor --measured", []],
  ["both", ["7", "--measured", "--reason", "?"]],
  ["an amount without a reason", ["7"]],
])("equity chain-cost refuses %s before it opens the database", async (_, words) => {
  await expect(run("chain-cost", ...words)).rejects.toBeInstanceOf(InvalidInput);
});
