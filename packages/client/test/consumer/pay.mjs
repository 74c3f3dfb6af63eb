/** What a program does with the installed library, on whatever Node runs it. Prints what it saw as one line of JSON. */
import { createClient, LeydenError, msats, sats, verifyWebhook } from "@leyden/client";

const { LEYDEN_URL: baseUrl, LEYDEN_KEY: apiKey } = process.env;
const leyden = createClient({ baseUrl, apiKey });
const order = (amount) => ({ lnAddress: "shop@example.com", amount });
const failureOf = async (call) => {
  const error = await call.then(() => undefined).catch((reason) => reason);
  if (!(error instanceof LeydenError)) throw new Error("no LeydenError", { cause: error });
  const { code, status, money, moneyText, requestId, payment, idempotencyKey, attempts } = error;
  return { code, status, money, moneyText, requestId, payment: payment?.status, idempotencyKey, attempts };
};

/** Loses the first answer after the service has given it. */
let isLost = false;
const loses = async (url, init) => {
  const answer = await fetch(url, init);
  if (isLost) return answer;
  isLost = true;
  await answer.text();
  throw new TypeError("the connection was lost");
};

const before = msats((await leyden.wallet.get()).balance);
const first = await leyden.payments.toLightningAddress(order(sats(10)), { idempotencyKey: "order-1" });
const again = await leyden.payments.toLightningAddress(order("10000"), { idempotencyKey: "order-1" });
const mismatch = await failureOf(leyden.payments.toLightningAddress(order(11_000), { idempotencyKey: "order-1" }));
const lossy = createClient({ baseUrl, apiKey, fetch: loses });
const lost = await lossy.payments.toLightningAddress(order(sats(10)));
const slow = await leyden.payments.toLightningAddress(order(sats(20)), { wait: 0 });
const final = await leyden.payments.untilFinal(slow.id);
const failed = await failureOf(leyden.payments.toLightningAddress(order(sats(30))));
const poor = await failureOf(leyden.payments.toLightningAddress(order(sats(1_000_000_000n))));
const stranger = await failureOf(createClient({ baseUrl, apiKey: "ley_wrong" }).wallet.get());
const nowhere = await failureOf(
  createClient({ baseUrl: "http://127.0.0.1:1", apiKey, retries: 0 }).payments.toLightningAddress(order(1)),
);
const charge = await leyden.charges.create({ amount: sats(50), description: "Order 4711" });
const sameCharge = await leyden.charges.get(charge.id);

const listed = [];
for await (const { id } of leyden.payments.list()) listed.push(id);
const pages = [await leyden.payments.page({ limit: 2 })];
pages.push(await leyden.payments.page({ limit: 2, cursor: pages[0].nextCursor }));

const hook = await verifyWebhook(
  '{"test": 2432232314}',
  {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  { now: new Date(1_614_265_330_000) },
);

const spent = before - msats((await leyden.wallet.get()).balance);
process.stdout.write(
  JSON.stringify({
    node: process.version,
    statuses: [first.status, lost.status, slow.status, final.status],
    isOnce: first.id === again.id,
    ids: [first.id, lost.id, final.id],
    failures: { mismatch, failed, poor, stranger, nowhere },
    charge: [charge.status, charge.amount, sameCharge.id === charge.id],
    listed,
    paged: pages.flatMap(({ items }) => items.map(({ id }) => id)),
    hook,
    spent: String(spent),
  }),
);
