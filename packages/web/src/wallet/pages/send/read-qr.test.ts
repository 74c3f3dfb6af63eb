import { afterEach, describe, expect, it, vi } from "vitest";
import { openReader, type Picture } from "./read-qr.ts";

const PICTURE = { source: {}, width: 1, height: 1 } as Picture;

/** A browser that reads the formats itself. */
function givenDetector(formats: readonly string[], detect: () => Promise<readonly { rawValue: string }[]>) {
  const Detector = class {
    static getSupportedFormats = async () => formats;
    detect = detect;
  };
  vi.stubGlobal("BarcodeDetector", Detector);
}

describe("a code in a picture", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is read by the browser, where it can", async () => {
    givenDetector(["ean_13", "qr_code"], async () => [{ rawValue: "bob@pay.example" }]);
    expect(await (await openReader("frame"))(PICTURE)).toBe("bob@pay.example");
  });

  it("is none in a picture that the browser refuses, or in which it finds nothing", async () => {
    givenDetector(["qr_code"], async () => []);
    expect(await (await openReader("picture"))(PICTURE)).toBeUndefined();
    givenDetector(["qr_code"], () => Promise.reject(new Error("no frame")));
    expect(await (await openReader("picture"))(PICTURE)).toBeUndefined();
  });
});
