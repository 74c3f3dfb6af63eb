import { expect, it } from "vitest";
import { Late, TooLong } from "../errors.ts";
import { askPage } from "./pages.ts";

const asking = (most: number, bytes: number) => {
  const asked: number[] = [];
  const page = askPage(async (count, { maxBytes = 0 }) => {
    asked.push(count);
    if (count > most && maxBytes < bytes) throw new TooLong("the node's answer is too long");
    return count;
  });
  return { asked, page };
};

it("halves a page until it is short enough", async () => {
  const { asked, page } = asking(100, 1_000_000_000);
  expect(await page).toBe(62);
  expect(asked).toEqual([1_000, 500, 250, 125, 62]);
});

it("takes a longer answer for one item alone, up to a limit", async () => {
  expect(await asking(0, 100_000_000).page).toBe(1);
  await expect(asking(0, 1_000_000_000).page).rejects.toThrow(TooLong);
});

it("asks once where something else is wrong", async () => {
  let asked = 0;
  const page = askPage(async () => {
    asked += 1;
    throw new Late("nothing came");
  });
  await expect(page).rejects.toThrow(Late);
  expect(asked).toBe(1);
});
