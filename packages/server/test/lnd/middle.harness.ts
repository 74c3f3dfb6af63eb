import { readFileSync } from "node:fs";
import { Agent, WebSocket } from "undici";
import type { LndNode } from "./lnd-node.harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: messages of LND, as far as they are read here
type Json = any;

/** A node in the middle of routes that decides of each HTLC whether it goes on. */
export type Middle = {
  /** Those that wait now, by hash (hex), with what they carry in msats. */
  waiting(hash: string): readonly bigint[];
  /** So many of the next ones of this hash are kept; all others go on. */
  keep(hash: string, count: number): void;
  /** What becomes of those that are kept for a hash. */
  decide(hash: string, action: "RESUME" | "FAIL"): void;
  close(): void;
};

/** LND asks about each HTLC while this is connected (routerrpc HtlcInterceptor, over a WebSocket of its REST). */
export async function standInTheMiddle(node: LndNode): Promise<Middle> {
  const ca = readFileSync(node.certFile, "utf8");
  const socket = new WebSocket(`wss://127.0.0.1:${node.restPort}/v2/router/htlcinterceptor?method=POST`, {
    dispatcher: new Agent({ connect: { ca } }),
    headers: { "grpc-metadata-macaroon": readFileSync(node.adminMacaroonFile).toString("hex") },
  });
  const wanted = new Map<string, number>();
  const kept: { readonly hash: string; readonly key: object; readonly msats: bigint }[] = [];
  const answer = (incoming_circuit_key: object, action: "RESUME" | "FAIL") =>
    socket.send(JSON.stringify({ incoming_circuit_key, action }));
  socket.addEventListener("message", ({ data }) => {
    const { result }: Json = JSON.parse(String(data));
    const hash = Buffer.from(result.payment_hash, "base64").toString("hex");
    const left = wanted.get(hash) ?? 0;
    if (left === 0) return answer(result.incoming_circuit_key, "RESUME");
    wanted.set(hash, left - 1);
    kept.push({ hash, key: result.incoming_circuit_key, msats: BigInt(result.outgoing_amount_msat) });
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", ({ error }) => reject(error));
  });
  return {
    waiting: (hash) => kept.filter((one) => one.hash === hash).map(({ msats }) => msats),
    keep: (hash, count) => void wanted.set(hash, count),
    decide(hash, action) {
      for (const one of kept.filter((each) => each.hash === hash)) {
        answer(one.key, action);
        kept.splice(kept.indexOf(one), 1);
      }
    },
    close: () => socket.close(),
  };
}
