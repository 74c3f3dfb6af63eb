import { afterAll, beforeAll, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { apiRoutes } from "#service/routes.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { methodsOfZbdNode, type Shape, shapeOf, type ZbdNode, zbdNode } from "#service/testing/zbd-node.harness.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";

/** What the calls need beside the library. */
type Given = {
  readonly zbd: ZbdNode;
  readonly lnAddress: string;
  readonly nodeId: string;
  readonly receiverWalletId: string;
  readonly userId: string;
  /** Of another node, and not paid yet. */
  invoice(): string;
};

type Case<Answer> = { readonly call: (given: Given) => Promise<Answer>; readonly shape: Shape<Answer> };

const GAMERTAG = "alice";
const OURS = { internalId: "4711", callbackUrl: "https://shop.example/paid" };
const CHARGE = { amount: "10000", description: "Order 4711", expiresIn: 600, ...OURS };
const TO_GAMERTAG = { gamertag: GAMERTAG, amount: "10000", description: "Well played" };
const STATIC_CHARGE = {
  allowedSlots: null,
  minAmount: "10000",
  maxAmount: "20000",
  description: "Tips",
  ...OURS,
  successMessage: "Thank you",
};
const ENVELOPE = { message: "text", success: "yes or no" } as const;

const texts = <Field extends string>(...fields: Field[]): Record<Field, "text"> =>
  Object.fromEntries(fields.map((field) => [field, "text"])) as Record<Field, "text">;
const OF_CHARGE = {
  ...texts("id", "unit", "amount", "createdAt", "callbackUrl", "internalId", "description", "expiresAt", "status"),
  confirmedAt: "null",
} as const;
const OF_INVOICE = texts("request", "uri");
const OF_FAST_INVOICE = texts("request", "uri", "fastRequest", "fastUri");
const OF_PAYMENT = {
  ...texts("id", "fee", "unit", "amount", "invoice", "preimage", "internalId", "processedAt", "status"),
};
const OF_STATIC_CHARGE = {
  ...texts("id", "unit", "slots", "minAmount", "maxAmount", "createdAt", "callbackUrl", "internalId", "description"),
  ...texts("successMessage", "status", "fee"),
  expiresAt: "null",
  confirmedAt: "null",
  allowedSlots: "null",
  invoice: OF_INVOICE,
} as const;

/** Each method, and what its answer has for the fields of its type. */
const METHODS: { readonly [Method in keyof ZbdNode]: Case<Awaited<ReturnType<ZbdNode[Method]>>> } = {
  createCharge: {
    call: ({ zbd }) => zbd.createCharge(CHARGE),
    shape: { data: { ...OF_CHARGE, invoice: OF_INVOICE }, ...ENVELOPE },
  },
  getCharge: {
    call: async ({ zbd }) => zbd.getCharge((await zbd.createCharge(CHARGE)).data.id),
    shape: { data: { ...OF_CHARGE, invoice: OF_INVOICE }, ...ENVELOPE },
  },
  decodeCharge: {
    call: ({ zbd, invoice }) => zbd.decodeCharge({ invoice: invoice() }),
    shape: {
      data: {
        amount: "text",
        description: "null",
        // Ours has the last three as `lnRequest`, `lnExpiresAt` and `descriptionHash`.
        unit: "absent",
        status: "absent",
        createdAt: "absent",
        internalId: "absent",
        callbackUrl: "absent",
        invoiceRequest: "absent",
        invoiceExpiresAt: "absent",
        invoiceDescriptionHash: "absent",
      },
      success: "yes or no",
    },
  },
  createWithdrawalRequest: {
    call: ({ zbd }) => zbd.createWithdrawalRequest(CHARGE),
    shape: { data: { ...OF_CHARGE, fee: "text", invoice: OF_FAST_INVOICE }, ...ENVELOPE },
  },
  getWithdrawalRequest: {
    call: async ({ zbd }) => zbd.getWithdrawalRequest((await zbd.createWithdrawalRequest(CHARGE)).data.id),
    shape: { data: { ...OF_CHARGE, invoice: OF_FAST_INVOICE }, ...ENVELOPE },
  },
  validateLightningAddress: {
    call: ({ zbd }) => zbd.validateLightningAddress(`${GAMERTAG}@leyden.example`),
    shape: {
      data: {
        valid: "yes or no",
        metadata: {
          minSendable: "number",
          maxSendable: "number",
          commentAllowed: "number",
          tag: "text",
          metadata: "text",
          callback: "text",
          disposable: "yes or no",
          payerData: { name: { mandatory: "yes or no" }, identifier: { mandatory: "yes or no" } },
        },
      },
      success: "yes or no",
    },
  },
  sendLightningAddressPayment: {
    call: ({ zbd, lnAddress }) =>
      zbd.sendLightningAddressPayment({ lnAddress, amount: "100000", comment: "Well played", ...OURS }),
    shape: {
      data: {
        ...OF_PAYMENT,
        ...texts("walletId", "transactionId", "callbackUrl", "comment", "createdAt"),
      },
      ...ENVELOPE,
    },
  },
  createChargeFromLightningAddress: {
    call: ({ zbd, lnAddress: lnaddress }) =>
      zbd.createChargeFromLightningAddress({ lnaddress, amount: "100000", description: "Well played" }),
    shape: { data: { lnaddress: "text", amount: "text", invoice: OF_INVOICE }, success: "yes or no" },
  },
  getWallet: {
    call: ({ zbd }) => zbd.getWallet(),
    shape: { data: { balance: "text", unit: "text" }, message: "text" },
  },
  isSupportedRegion: {
    call: ({ zbd }) => zbd.isSupportedRegion("203.0.113.7"),
    shape: {
      data: { ...texts("ipAddress", "ipCountry", "ipRegion"), isSupported: "yes or no" },
      success: "yes or no",
    },
  },
  getZBDProdIps: { call: ({ zbd }) => zbd.getZBDProdIps(), shape: { data: { ips: "list" }, success: "yes or no" } },
  getBtcUsdExchangeRate: {
    call: ({ zbd }) => zbd.getBtcUsdExchangeRate(),
    shape: { data: { btcUsdPrice: "text", btcUsdTimestamp: "text" }, ...ENVELOPE },
  },
  internalTransfer: {
    call: ({ zbd, receiverWalletId }) => zbd.internalTransfer({ receiverWalletId, amount: "10000" }),
    shape: {
      data: {
        ...texts("id", "senderWalletId", "receivedWalletId", "userId", "sendTxId", "receiveTxId", "status", "amount"),
        ...texts("createdAt", "updatedAt"),
      },
      ...ENVELOPE,
    },
  },
  sendKeysendPayment: {
    call: ({ zbd, nodeId }) =>
      zbd.sendKeysendPayment({ pubkey: nodeId, amount: "100000", callbackUrl: OURS.callbackUrl }),
    shape: {
      data: {
        ...texts("keysendId", "paymentId"),
        transaction: {
          ...texts("id", "walletId", "type", "totalAmount", "fee", "amount", "description", "status", "confirmedAt"),
        },
      },
      ...ENVELOPE,
    },
  },
  sendPayment: {
    call: ({ zbd, invoice }) => zbd.sendPayment({ invoice: invoice(), description: "Order 4711", ...OURS }),
    shape: { data: { ...OF_PAYMENT, ...texts("confirmedAt", "description") }, ...ENVELOPE },
  },
  getPayment: {
    call: async ({ zbd, invoice }) => {
      const { data } = await zbd.sendPayment({ invoice: invoice(), description: "Order 4711", ...OURS });
      return await zbd.getPayment(data.id);
    },
    shape: { data: { ...OF_PAYMENT, ...texts("confirmedAt", "description") }, ...ENVELOPE },
  },
  sendGamertagPayment: {
    call: ({ zbd }) => zbd.sendGamertagPayment(TO_GAMERTAG),
    shape: { data: texts("receiverId", "transactionId", "amount", "comment"), ...ENVELOPE },
  },
  getGamertagTransaction: {
    call: async ({ zbd }) =>
      zbd.getGamertagTransaction((await zbd.sendGamertagPayment(TO_GAMERTAG)).data.transactionId),
    shape: {
      data: texts("id", "receivedId", "amount", "fee", "unit", "comment", "status", "confirmedAt", "processedAt"),
      ...ENVELOPE,
    },
  },
  getUserIdByGamertag: {
    call: ({ zbd }) => zbd.getUserIdByGamertag(GAMERTAG),
    shape: { data: { id: "text" }, success: "yes or no" },
  },
  getGamertagByUserId: {
    call: ({ zbd, userId }) => zbd.getGamertagByUserId(userId),
    shape: { data: { gamertag: "text" }, ...ENVELOPE },
  },
  createGamertagCharge: {
    call: ({ zbd }) => zbd.createGamertagCharge({ ...TO_GAMERTAG, ...OURS }),
    shape: {
      data: {
        ...texts("unit", "status", "amount", "createdAt", "internalId", "callbackUrl", "description"),
        ...texts("invoiceRequest", "invoiceExpiresAt"),
        invoiceDescriptionHash: "null",
      },
      success: "yes or no",
    },
  },
  createStaticCharge: {
    call: ({ zbd }) => zbd.createStaticCharge(STATIC_CHARGE),
    shape: { data: OF_STATIC_CHARGE, message: "text" },
  },
  updateStaticCharge: {
    call: async ({ zbd }) =>
      zbd.updateStaticCharge((await zbd.createStaticCharge(STATIC_CHARGE)).data.id, { maxAmount: "30000" }),
    shape: { data: OF_STATIC_CHARGE, message: "text" },
  },
  getStaticCharge: {
    call: async ({ zbd }) => zbd.getStaticCharge((await zbd.createStaticCharge(STATIC_CHARGE)).data.id),
    shape: { data: OF_STATIC_CHARGE, message: "text" },
  },
};

const NAMES = Object.keys(METHODS) as (keyof ZbdNode)[];

it("the table has the methods of the library", () => {
  expect([...NAMES].sort()).toEqual(methodsOfZbdNode().sort());
});

onDatabase("the library @zbd/node, as it is published", (database) => {
  let service: Awaited<ReturnType<typeof serve>>;
  let world: World;
  let given: Given;

  beforeAll(async () => {
    world = createWorld(database());
    world.node.plan = settles();
    const payer = await world.project("payer", sats(1_000_000n));
    const payee = await world.project("payee", sats(0n));
    const { id: userId } = await givenUser(database(), { gamertag: GAMERTAG });
    const app = await sampleApp({
      authenticate: async (key) => (key === "its key" ? payer : undefined),
      routes: apiRoutes(routeDeps(world)),
    });
    service = await serve(app);
    given = {
      zbd: zbdNode("its key", `http://127.0.0.1:${service.port}`),
      lnAddress: world.recipient("shop", { commentAllowed: 100 }),
      nodeId: await world.node.counterparty.nodeId(),
      receiverWalletId: payee.wallet.id,
      userId,
      invoice: () => world.invoice({ amount: sats(100n) }).text,
    };
  });
  afterAll(async () => {
    await world.settled();
    await service.close();
  });

  it.each(NAMES)("finds what its types promise in %s", async (name) => {
    const { call, shape } = METHODS[name];
    expect(shapeOf(await call(given), shape)).toEqual(shape);
  });

  it("throws the status and our message when a call is refused", async () => {
    const { zbd } = given;
    await expect(zbd.sendGamertagPayment({ ...TO_GAMERTAG, gamertag: "no-such-user" })).rejects.toEqual({
      status: 404,
      message: "No user found with this gamertag",
    });
    const stranger = zbdNode("another key", `http://127.0.0.1:${service.port}`);
    await expect(stranger.getWallet()).rejects.toMatchObject({ status: 401 });
  });
});
