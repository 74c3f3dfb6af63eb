import { expect, it } from "vitest";
import { requireDurability } from "./durability.ts";
import { onDatabase } from "./testing/database.harness.ts";

/** The server of the tests runs without fsync. */
onDatabase("a database that may lose what it has confirmed", (database) => {
  it("is refused, with every setting that is off and how to change it", async () => {
    const { url, admin } = database();
    await expect(requireDurability(url)).rejects.toMatchObject({
      name: "OperatorError",
      message: expect.stringMatching(/: fsync is off$/),
      advice: expect.stringContaining("fsync = on"),
    });

    const name = url.slice(url.lastIndexOf("/") + 1).replace(/\?.*/, "");
    await admin.query({ text: `alter database ${name} set synchronous_commit = off`, values: [] });
    await expect(requireDurability(url)).rejects.toMatchObject({
      message: expect.stringMatching(/: fsync is off, synchronous_commit is off$/),
      advice: expect.stringContaining("fsync = on and synchronous_commit = on"),
    });
  });
});
