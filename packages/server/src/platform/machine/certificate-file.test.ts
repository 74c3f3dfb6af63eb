import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { CERTIFICATE } from "../outbound/outbound.harness.ts";
import { certificateFileEnd } from "./certificate-file.ts";

it("reads until when a certificate is good, and takes no other file for one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "leyden-certificate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "tls.cert");
  await expect(certificateFileEnd(file)).rejects.toThrow("ENOENT");
  writeFileSync(file, "no certificate");
  await expect(certificateFileEnd(file)).rejects.toThrow();
  writeFileSync(file, CERTIFICATE);
  expect((await certificateFileEnd(file)).toISOString()).toMatch(/^2120-01-01/);
});
