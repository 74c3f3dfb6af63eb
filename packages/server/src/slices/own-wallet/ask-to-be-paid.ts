import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { type ChargeId, isUuid } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import {
  type Charge,
  ChargeNotFound,
  type CreateChargeDeps,
  chargeDescription,
  createCharge,
  EXPIRY_SECONDS_DEFAULT,
  findReadableCharge,
} from "#receiving";
import { listNotes } from "./store/notes.ts";
import { writeFirstNote } from "./write-note.ts";

export type AskDeps = { readonly charging: CreateChargeDeps & { readonly clock: Clock } };

export type AskToBePaid = {
  readonly caller: Caller;
  readonly amount: Msats;
  /** Shown to the payer. */
  readonly description: string;
  /** For the person alone. */
  readonly note: string | undefined;
  readonly idempotencyKey: string | undefined;
};

/** Makes an invoice for the caller's wallet. @throws {AppError} as `createCharge`. */
export async function askToBePaid({ charging }: AskDeps, { note, ...asked }: AskToBePaid) {
  const { charge } = await createCharge(charging, {
    ...asked,
    description: chargeDescription(asked.description),
    expirySeconds: EXPIRY_SECONDS_DEFAULT,
  });
  const { wallet } = asked.caller;
  if (note !== undefined) await writeFirstNote(charging, { wallet, about: charge.id, text: note });
  return present(charge, (await listNotes(charging.db, wallet.id, [charge.id])).get(charge.id));
}

/** A charge of the caller's wallet. @throws {ChargeNotFound} */
export async function readOwnCharge({ charging }: AskDeps, { wallet }: Caller, text: string) {
  const id = text.toLowerCase();
  const charge = isUuid(id) ? await findReadableCharge(charging.db, wallet, id as ChargeId) : undefined;
  if (charge === undefined || charge.walletId !== wallet.id) throw new ChargeNotFound();
  return present(charge, (await listNotes(charging.db, wallet.id, [charge.id])).get(charge.id));
}

function present(charge: Charge, note: string | undefined) {
  const { id, amount, received, description, state, invoice, createdAt, expiresAt } = charge;
  return {
    id: id as string,
    amount: String(amount),
    received: String(received),
    description,
    status: state.kind,
    invoice,
    uri: `lightning:${invoice}`,
    note: note ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    paidAt: state.kind === "completed" ? state.paidAt.toISOString() : null,
  };
}
