import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import { idRange, type UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  answerList,
  cursorOf,
  envelope,
  idOf,
  idParams,
  isoTime,
  type Listing,
  list,
  listQuery,
  type RoutesPlugin,
  requireOneName,
  success,
  timeText,
  uuidText,
} from "#platform/http/index.ts";
import { PURCHASE_STATES, type Purchase, type PurchaseId, PurchaseNotFound } from "./model/purchase.ts";
import type { SessionId } from "./model/session.ts";
import type { Begun } from "./model/timeline.ts";
import { PURCHASE_COLUMNS, presentPurchaseOfProject } from "./present-purchase.ts";
import { findPurchaseOf, listPurchases } from "./store/purchase-lists.ts";

const TAGS = ["Purchases"];
const READ = { action: "read" } as const;

const cursor = cursorOf(uuidText<PurchaseId>());

const EXAMPLE = {
  purchase_id: "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20",
  number: "0F3A-6D1E-9B20",
  session_id: "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
  user_id: "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3",
  state: "completed",
  amount: "26630000",
  unit: "msats",
  source_amount: "25.00",
  source_currency: "EUR",
  fee_amount: "0.50",
  network_fee: null,
  price: "92000.00",
  price_source: "market",
  destination: "alice@wallet.example",
  payment_id: "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b21",
  failure_code: null,
  created_at: "2026-11-22T16:12:30.943Z",
  begun_at: "2026-11-22T16:12:40.120Z",
  changed_at: "2026-11-22T16:12:47.511Z",
  ended_at: "2026-11-22T16:12:47.511Z",
};

const purchaseSchema = z
  .object({
    purchase_id: z.string().meta({ format: "uuid" }),
    number: z.string().meta({ description: "As people name it when they ask about it." }),
    session_id: z.string().meta({ format: "uuid" }),
    user_id: z.string().meta({ format: "uuid" }),
    state: z.enum(PURCHASE_STATES),
    amount: z.string().meta({ description: "What is delivered, in millisatoshis." }),
    unit: z.literal("msats"),
    source_amount: z.string().meta({ description: "What the card pays, the fee included." }),
    source_currency: z.string(),
    fee_amount: z.string(),
    network_fee: z.string().nullable().meta({ description: "Of miners, in millisatoshis; null over Lightning." }),
    price: z.string().meta({ description: "Of one bitcoin." }),
    price_source: z.enum(["market", "fixed"]),
    destination: z.string(),
    payment_id: z.string().nullable().meta({ description: "The payment that delivers it; it is the operator's." }),
    failure_code: z.string().nullable(),
    created_at: isoTime,
    begun_at: isoTime,
    changed_at: isoTime,
    ended_at: isoTime.nullable(),
  })
  .meta({ id: "RampPurchase", examples: [EXAMPLE] });

/** `GET /purchases`, `GET /purchases/{id}` of a project's pages: what was begun in its sessions. */
export function purchaseRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    api.get("/purchases", { config: READ, schema: listRoute }, async ({ query, caller }, reply) => {
      const { limit, cursor: before, format, session_id: session, user_id: user, ...rest } = query;
      requireOneName(query, ["session_id", "user_id"]);
      const project = projectOf(caller);
      const listing: Listing<Purchase & Begun, ReturnType<typeof presentPurchaseOfProject>, PurchaseId> = {
        name: "purchases",
        message: "Purchases listed.",
        read: async (at) => {
          const range = idRange({ ...rest, before: at.before });
          return await listPurchases(db, { project, range, limit: at.limit }, { ...rest, session, user });
        },
        positionOf: (row) => row.id,
        cursorOf: (position) => z.encode(cursor, position),
        present: presentPurchaseOfProject,
        columns: PURCHASE_COLUMNS,
      };
      return await answerList(listing, { limit, cursor: before, format }, reply);
    });

    api.get("/purchases/:id", { config: READ, schema: readRoute }, async ({ params, caller }) => {
      const id = idOf<PurchaseId>(params.id, noPurchase);
      const purchase = await findPurchaseOf(db, { project: projectOf(caller) }, id);
      if (purchase === undefined) throw noPurchase();
      return success(presentPurchaseOfProject(purchase), "Purchase found.");
    });
  };
}

const noPurchase = () => new PurchaseNotFound("the project has no such purchase");

const listRoute = {
  operationId: "listPurchases",
  summary: "List purchases",
  description:
    "Those that somebody decided to pay, newest first. Of `session_id` and `user_id` one can be asked for at a time.",
  tags: TAGS,
  querystring: listQuery(uuidText<PurchaseId>()).extend({
    state: z.enum(PURCHASE_STATES).optional().meta({ description: "Only purchases in this state." }),
    session_id: uuidText<SessionId>().optional().meta({ description: "Only purchases of this session." }),
    user_id: uuidText<UserId>().optional().meta({ description: "Only purchases of this person." }),
    from: timeText.optional().meta({ description: "Only purchases made at this time or later." }),
    to: timeText.optional().meta({ description: "Only purchases made before this time." }),
  }),
  response: { 200: list(purchaseSchema, "Purchases listed.") },
  textType: "text/csv",
} as const;

const readRoute = {
  operationId: "getPurchase",
  summary: "Read a purchase",
  description: "One that was begun in a session of the project.",
  tags: TAGS,
  params: idParams(EXAMPLE.purchase_id),
  response: { 200: envelope(purchaseSchema, "Purchase found.") },
  errors: ["purchase_not_found"],
} as const;
