import { get } from "node:http";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import type { MadeRelease } from "./release.setup.ts";

/** The release that the test files of a run share. */
export async function sharedRelease(): Promise<MadeRelease> {
  const url = inject("release");
  const answer = await new Promise<string>((resolve, reject) => {
    get(url, (response) => resolve(text(response))).on("error", reject); // without a limit, which fetch has
  });
  if (!answer.startsWith("{")) throw new Error(answer);
  return JSON.parse(answer) as MadeRelease;
}
