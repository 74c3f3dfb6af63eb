import { expect, it } from "vitest";
import { endReceiptMails, findIsWished, wishReceiptMails } from "#notices";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { importOf } from "./testing/imported.harness.ts";

onDatabase("the import of what ended the mails about money that arrives", (database) => {
  it("ends them again for who had ended them after the copy, and for nobody who wanted them again since", async () => {
    const { db } = database();
    const journal = memoryJournal();
    const [ended, again, never] = [
      await givenUser(database()),
      await givenUser(database()),
      await givenUser(database()),
    ];
    const wish = (user: typeof ended, now: Date) => wishReceiptMails({ db, clock: { now: () => now } }, user);
    const before = new Date(Date.now() - 2 * 3_600_000);
    for (const user of [ended, again, never]) await wish(user, before);
    for (const { id } of [ended, again]) await endReceiptMails({ db, journal }, id);
    await endReceiptMails({ db, journal }, ended.id); // writes no second line
    expect(journal.entries).toHaveLength(2);
    await wish(again, new Date());
    await wish(ended, before); // the copy

    const run = await importOf(database(), journal.entries);
    const both = await Promise.all([run(), run()]);

    expect(both.flat().filter(({ outcome }) => outcome === "done")).toHaveLength(1);
    const wished = await Promise.all([ended, again, never].map(({ id }) => findIsWished(db, id)));
    expect(wished).toEqual([false, true, true]);
    expect(await run()).toEqual([]);
  });
});
