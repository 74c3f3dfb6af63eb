import { describe, expect, it } from "vitest";
import { fullDisk, OperatorError } from "./operator-error.ts";

describe("a full disk", () => {
  it.each([
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    Object.assign(new Error("EDQUOT: quota exceeded, mkdir"), { code: "EDQUOT" }),
    Object.assign(new Error('could not extend file "base/5/1259"'), { code: "53100" }),
    new Error("ldk.sql: write failed: No space left on device"),
  ])("is the operator's to mend, wherever it shows: $message", (cause) => {
    const found = fullDisk(new Error("the start failed", { cause }));

    expect(found).toBeInstanceOf(OperatorError);
    expect(found?.message).toContain(cause.message);
    expect(found?.advice).toContain("move the whole data folder"); // a new one would be a new installation
  });

  it("is said of what could not be done, where that has been said already", () => {
    const cause = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

    const found = fullDisk(new OperatorError("the Lightning network did not start", "Start again.", { cause }));

    expect(found?.message).toBe("the disk is full: the Lightning network did not start");
    expect(found?.advice).toContain("Make room");
  });

  it("is not behind other errors", () => {
    expect(fullDisk(new Error("no"))).toBeUndefined();
    expect(fullDisk(new OperatorError("no", "yes"))).toBeUndefined();
    expect(fullDisk(undefined)).toBeUndefined();
  });
});
