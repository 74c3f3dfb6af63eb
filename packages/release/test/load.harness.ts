import { setTimeout as sleep } from "node:timers/promises";

/** What was answered to one payment, until it was acknowledged. */
type Acknowledged = { readonly key: string; readonly id: string };
type Refused = {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly retryAfter: string | null;
};

export type Load = {
  readonly acknowledged: readonly Acknowledged[];
  /** Every answer that was no acknowledgement; each was repeated with its key. */
  readonly refused: readonly Refused[];
  /** Tries that found no port: nothing was sent. */
  unreachable(): number;
  /** Lets each payer end its payment. */
  stop(): Promise<void>;
  /** Ends it without that. */
  abandon(): void;
};

const PAUSE_MS = 100;

/**
 * Payers that pay one after the other without an end, each with a key of its own, as a client does that is behind a
 * proxy: at whichever address answers, and with the same key again until the payment is acknowledged.
 */
export function payWithoutEnd(
  addresses: () => readonly string[],
  { apiKey, payments }: { readonly apiKey: string; readonly payments: readonly { path: string; body: object }[] },
): Load {
  const acknowledged: Acknowledged[] = [];
  const refused: Refused[] = [];
  let unreachable = 0;
  let isOver = false;
  let isAbandoned = false;

  const send = async (address: string, key: string, { path, body }: { path: string; body: object }) => {
    try {
      const response = await fetch(address + path, {
        method: "POST",
        headers: { apikey: apiKey, "content-type": "application/json", "idempotency-key": key, connection: "close" },
        body: JSON.stringify({ ...body, internalId: key }),
      });
      const answer = (await response.json()) as { data?: { id: string }; error?: { code: string; message: string } };
      if (response.status === 200 && answer.data !== undefined) return answer.data.id;
      const { code, message } = answer.error ?? {};
      refused.push({ status: response.status, code, message, retryAfter: response.headers.get("retry-after") });
    } catch {
      unreachable += 1;
    }
    return undefined;
  };
  const payer = async (who: number, payment: { path: string; body: object }) => {
    for (let n = 0; !isOver && !isAbandoned; n += 1) {
      const key = `load-${who}-${n}`;
      for (let tries = who; !isAbandoned; tries += 1) {
        const all = addresses();
        const id = await send(all[tries % all.length] as string, key, payment);
        if (id !== undefined) {
          acknowledged.push({ key, id });
          break;
        }
        await sleep(PAUSE_MS);
      }
    }
  };
  const payers = Promise.all(payments.map((payment, who) => payer(who, payment)));
  return {
    acknowledged,
    refused,
    unreachable: () => unreachable,
    async stop() {
      isOver = true;
      await payers;
    },
    abandon() {
      isAbandoned = true;
    },
  };
}
