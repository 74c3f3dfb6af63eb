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
    expect(found?.advice).toContain("LEYDEN_DATA_DIR");
  });

  it("is not behind other errors, and leaves the advice that an error has", () => {
    expect(fullDisk(new Error("no"))).toBeUndefined();
    expect(fullDisk(undefined)).toBeUndefined();
    const advised = new OperatorError("no", "yes", { cause: Object.assign(new Error("x"), { code: "ENOSPC" }) });
    expect(fullDisk(advised)).toBeUndefined();
  });
});
