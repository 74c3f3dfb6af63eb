import type { PostingNo } from "./transfer.ts";

/** How far the ledger was found whole: its last posting then, and that one's hash. */
export type Position = { readonly no: PostingNo; readonly hash: Uint8Array };

/** As `ledger.post_many` tells it: the number, and the hash in hexadecimal digits. */
export function positionOf(told: string): Position {
  const [no = "", hash = ""] = told.split(" ");
  return { no: BigInt(no) as PostingNo, hash: Buffer.from(hash, "hex") };
}
