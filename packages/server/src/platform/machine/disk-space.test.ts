import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diskSpace } from "./disk-space.ts";

it("is that of the folder, or of the one in which it will be made", async () => {
  const { blocks, bsize } = statfsSync(tmpdir());
  const { free, total } = await diskSpace(tmpdir());
  expect(total).toBe(blocks * bsize);
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(total);
  expect((await diskSpace(join(tmpdir(), "not", "there"))).total).toBe(total);
});
