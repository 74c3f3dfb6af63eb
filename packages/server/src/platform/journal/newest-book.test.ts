import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { newestBooks } from "./newest-book.ts";
import { givenJournal } from "./testing/journal.harness.ts";

const HASH = new Uint8Array(32).fill(7);
const entry = () => ({ what: "key.revoke", id: crypto.randomUUID() }) as const;

/** Two processes: the first has seen posting 5, the second posting 8. */
async function given() {
  const on = givenJournal();
  const newest = () => newestBooks(on.folder, on.installation);
  for (const number of [5n, 8n]) {
    on.book = { number, hash: HASH };
    const writer = on.writer();
    await writer.append(entry());
    await writer.append(entry());
    await writer.close();
  }
  return { on, newest, paths: on.paths() };
}
const numbers = (books: Awaited<ReturnType<typeof newestBooks>>) => books.map(({ number }) => number);

it("finds the furthest end of the ledger that any file's last line knows", async () => {
  const { on, newest } = await given();
  expect(await newest()).toEqual([{ epoch: 1n, number: 8n, hash: Buffer.from(HASH) }]);
  expect(await newestBooks(`${on.folder}/none`, on.installation)).toEqual([]);
});

it("takes nothing from another installation, from a damaged line, or from one that is cut short", async () => {
  const { on, newest, paths } = await given();
  expect(await newestBooks(on.folder, crypto.randomUUID())).toEqual([]);

  for (const path of paths) appendFileSync(path, '{"version":1,"installation":"');
  expect(numbers(await newest())).toEqual([8n]);

  for (const path of paths) {
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll('"number":"8"', '"number":"900"'));
  }
  expect(numbers(await newest())).toEqual([5n]);
  for (const path of paths) truncateSync(path, 10);
  expect(await newest()).toEqual([]);
});

it("finds the last line behind one that is longer than what is read at first", async () => {
  const { on, newest } = await given();
  on.book = { number: 9n, hash: HASH };
  const writer = on.writer();
  await writer.append({ ...entry(), transaction: new Uint8Array(50_000) });
  expect(numbers(await newest())).toEqual([9n]);
});
