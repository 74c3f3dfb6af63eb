import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { PaymentId, ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import { findPaymentOfWallet, PaymentNotFound, paymentHashOf } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { envelope, idOf, idParams, type RoutesPlugin, success } from "#platform/http/index.ts";
import { findKey } from "#projects";
import { findUser } from "#users";
import { findUserOfKey } from "./store/members.ts";

type Deps = { readonly db: Db; readonly clock: Clock };

const EXAMPLE_ID = "01a1f9ba-a0a8-7169-bb85-f785abe3de6f";

const recordSchema = z
  .object({
    paymentHash: z
      .string()
      .nullable()
      .meta({ description: "64 hexadecimal digits; null until it is known, and for a wallet or a gamertag." }),
    orderer: z
      .object({
        kind: z.enum(["key", "member"]),
        id: z.string().meta({ description: "Of the key, or of the member’s user." }),
        name: z.string().meta({ description: "Of the key, or the gamertag; empty: the account is gone." }),
      })
      .nullable()
      .meta({ description: "Null: a key without a policy, which is not written down." }),
  })
  .meta({ id: "PaymentRecord" });

const route = {
  operationId: "getPaymentRecord",
  summary: "Read what is written down of a payment",
  description:
    "Beside what its own answer has. It was ordered by a member, or by a key that has a policy; of keys that took over from each other the first.",
  tags: ["Members"],
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(recordSchema, "Record read.") },
  errors: ["payment_not_found"],
} as const;

/** `/payments/{id}/record` of a project. */
export function recordRoutes(deps: Deps): RoutesPlugin {
  return (api) => {
    api.get("/payments/:id/record", { schema: route }, async ({ caller, params }) => {
      const id = idOf<PaymentId>(params.id, () => new PaymentNotFound());
      const payment = await findPaymentOfWallet(deps.db, caller.wallet.id, id);
      if (payment === undefined) throw new PaymentNotFound();
      const key = payment.restrictedKey;
      const orderer = key === undefined ? null : await ordererOf(deps, projectOf(caller), key);
      const hash = paymentHashOf(payment);
      return success({ paymentHash: hash === undefined ? null : bytesToHex(hash), orderer }, "Record read.");
    });
  };
}

async function ordererOf({ db, clock }: Deps, project: ProjectId, key: ProjectKeyId) {
  const userId = await findUserOfKey(db, project, key);
  if (userId !== undefined)
    return { kind: "member" as const, id: userId, name: (await findUser(db, userId))?.gamertag ?? "" };
  const found = await findKey(db, key, clock.now());
  return { kind: "key" as const, id: key, name: found?.key.name ?? "" };
}
