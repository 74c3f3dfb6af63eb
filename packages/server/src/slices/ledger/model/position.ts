import type { PostingNo } from "./transfer.ts";

/** How far the ledger was found whole: its last posting then, and that one's hash. */
export type Position = { readonly no: PostingNo; readonly hash: Uint8Array };

/** Of `leyden.posted`, as `ledger.post_many` sets it: the number, and the hash in hexadecimal digits. */
export function positionOf(posted: string): Position {
  const [no = "", hash = ""] = posted.split(" ");
  return { no: BigInt(no) as PostingNo, hash: Buffer.from(hash, "hex") };
}
