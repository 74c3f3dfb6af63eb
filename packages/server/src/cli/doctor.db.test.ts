import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { runOn } from "./run-on.harness.ts";
import { serveNode } from "./serve-node.harness.ts";

onDatabase("leyden doctor", (database) => {
  let served: Awaited<ReturnType<typeof serveNode>>;
  const node = createFakeNode({ clock: machineClock });
  const store = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
  const bindTo = (nodeId: string) =>
    database().admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at)
      values (1, ${nodeId}, 'regtest', ${store}, now())`);

  beforeEach(async () => {
    served = await serveNode(() => ({ node, store }));
  });
  const run = runOn(database, "doctor", () => served.url);
  afterEach(async () => {
    served.close();
    await database().admin.query(sql`delete from lightning.node`);
    process.exitCode = 0;
  });

  it("says one line about each thing, what to do, and how many are wrong; status 2", async () => {
    await bindTo(node.report.nodeId);
    const lines = (await run()).trimEnd().split("\n");
    expect(lines[0]).toMatch(/^ok {7}service +runs at http:\/\/127\.0\.0\.1:1, process \d+$/);
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ok {7}node +${node.report.nodeId} answers$`)));
    expect(lines).toContainEqual(expect.stringMatching(/^WRONG {4}durability +fsync is off: .* -> set fsync = on/));
    expect(lines.at(-1)).toMatch(/^\d wrong, \d to look at, \d+ ok$/);
    expect(process.exitCode).toBe(2); // databases of tests do without fsync
  });

  it("says the same to programs, with the worst verdict", async () => {
    await bindTo("02".repeat(33));
    const { verdict, findings } = JSON.parse(await run("--json"));
    expect(verdict).toBe("wrong");
    expect(findings).toContainEqual({
      about: "node",
      verdict: "wrong",
      says: expect.stringContaining("another node answers"),
      todo: expect.any(String),
    });
    expect(process.exitCode).toBe(2);
  });

  it("speaks of no node and no database where another user's installation is", async () => {
    writeFileSync(join(process.env["LEYDEN_DATA_DIR"] ?? "", "instance"), "x\n");
    vi.spyOn(process, "getuid").mockReturnValue(12_345);
    try {
      const { findings } = JSON.parse(await run("--json"));
      expect(findings).toEqual([
        { about: "user", verdict: "wrong", says: expect.stringContaining("user 12345"), todo: expect.any(String) },
      ]);
    } finally {
      vi.restoreAllMocks();
    }
  });
});
