import type { Calls } from "@leyden/regtest";
import {
  NodeUnavailable,
  type OnchainBuilt,
  type OnchainChange,
  type OnchainChildRequest,
  type OnchainEstimate,
  type OnchainPublished,
  type OnchainRequest,
  type OnchainStatus,
} from "#lightning";
import { amountOf, bytesOf, countOf, type Fields, fieldsOf, listOf, oneOf, textOf, txidOf } from "../answers.ts";

/** What the calls for addresses of the chain take and answer. */
export function onchainInput({ address, amount }: OnchainRequest): Calls["estimateOnchain"]["input"] {
  return { address, amountMsats: String(amount) };
}

export function childInput(request: OnchainChildRequest): Calls["buildOnchainChild"]["input"] {
  const { parent, satsPerVbyte, feeLimit, reference } = request;
  return {
    parent: parent.txid,
    index: parent.index,
    satsPerVbyte: String(satsPerVbyte),
    feeLimitMsats: String(feeLimit),
    reference,
  };
}

export function estimateOf(answer: Fields): OnchainEstimate {
  const kind = oneOf(["fee", "insufficient"], answer["kind"]);
  return kind === "fee" ? { kind, fee: amountOf(answer["feeMsats"]) } : { kind };
}

export function builtOf(answer: Fields): OnchainBuilt {
  const kind = oneOf(["built", "refused"], answer["kind"]);
  if (kind === "refused") return { kind, reason: oneOf(["insufficient", "fee_limit"], answer["reason"]) };
  const transaction = bytesOf(answer["transaction"]);
  return { kind, txid: txidOf(answer["txid"]), transaction, fee: amountOf(answer["feeMsats"]) };
}

export function changeOf(answer: Fields): OnchainChange {
  return {
    outputs: listOf(answer["outputs"]).map((output) => ({
      index: countOf(output["index"]),
      amount: amountOf(output["amountMsats"]),
    })),
    rate: amountOf(answer["rateMsats"]),
  };
}

export function onchainOf(answer: Fields): OnchainStatus {
  const kind = oneOf(["confirmed", "pending", "conflicted", "not_found"], answer["kind"]);
  if (kind === "conflicted") return { kind, by: undefined }; // it replaces nothing: the other one is no payment of ours
  if (kind !== "confirmed") return { kind };
  const confirmations = countOf(answer["confirmations"]);
  if (confirmations === 0) throw new NodeUnavailable("the node answered that no block has confirmed it");
  return { kind, confirmations };
}

/** Nothing of one that can never confirm. */
export function publishedOf(one: Fields): readonly OnchainPublished[] {
  const status = onchainOf(fieldsOf(one["state"]));
  if (status.kind === "conflicted") return [];
  return [
    {
      txid: txidOf(one["txid"]),
      transaction: bytesOf(one["transaction"]),
      reference: textOf(one["reference"]),
      fee: amountOf(one["feeMsats"]),
      confirmations: status.kind === "confirmed" ? status.confirmations : 0,
    },
  ];
}
