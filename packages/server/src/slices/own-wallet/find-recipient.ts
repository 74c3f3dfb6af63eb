import { AppError } from "#kernel/errors.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { type AskAddressDeps, askRecipient, destinationOf, readInvoice, readTarget } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { safeText } from "#protocol/lnurl.ts";
import { findUserByGamertag, UserNotFound } from "#users";
import { DESCRIPTION_LENGTH_MAX } from "#vouchers";
import type { RecipientKind } from "./model/own-payment.ts";
import type { Recipient } from "./model/recipient.ts";
import { hostIn, personKey } from "./person-key.ts";

export type FindRecipientDeps = {
  readonly asking: AskAddressDeps & { readonly db: Db };
  /** This service pays to e-mail addresses. */
  readonly paysToEmail: () => boolean;
};

/** Who would be paid, and what the recipient takes. */
export type Found = {
  readonly kind: RecipientKind;
  /** In its one form. */
  readonly recipient: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly isHere: boolean;
  /** What an invoice asks for. */
  readonly fixed: Msats | undefined;
  readonly least: Msats;
  readonly most: Msats | undefined;
  readonly commentCharactersMax: number;
  /** See `personKey`. */
  readonly key: string | undefined;
  /** Of an invoice. */
  readonly invoice?: { readonly paymentHash: Uint8Array; readonly expiresAt: Date };
  /** Why it may be somebody else: a server that did not answer may have the address when it does. */
  readonly doubt?: AppError | undefined;
};

const LEAST = msats(1n);

/**
 * Looks a recipient up. A server of others is asked once `admitAsking` lets it.
 * @throws {AppError} when there is none.
 */
export function findRecipient(deps: FindRecipientDeps, recipient: Recipient, admitAsking: () => void): Promise<Found> {
  switch (recipient.kind) {
    case "invoice":
      return Promise.resolve(ofInvoice(recipient));
    case "gamertag":
      return ofGamertag(deps, recipient);
    case "address":
    case "lnurl":
      return ofAddress(deps, recipient, admitAsking);
  }
}

function ofInvoice({ text }: Recipient): Found {
  const { amount, description, paymentHash, expiresAt } = readInvoice(text);
  return {
    kind: "invoice",
    recipient: text,
    name: "",
    description: description.kind === "text" ? safeText(description.text) : undefined,
    isHere: false,
    fixed: amount,
    least: amount ?? LEAST,
    most: amount,
    commentCharactersMax: 0,
    key: personKey({ kind: "invoice", invoice: text }),
    invoice: { paymentHash, expiresAt },
  };
}

async function ofGamertag({ asking }: FindRecipientDeps, { text }: Recipient): Promise<Found> {
  const user = await findUserByGamertag(asking.db, text);
  if (user === undefined) throw new UserNotFound();
  const { id: userId, gamertag } = user;
  return {
    kind: "gamertag",
    recipient: gamertag,
    name: gamertag,
    description: undefined,
    isHere: true,
    fixed: undefined,
    least: LEAST,
    most: undefined,
    commentCharactersMax: 0,
    key: personKey({ kind: "gamertag", gamertag, userId }),
  };
}

async function ofAddress(deps: FindRecipientDeps, recipient: Recipient, admitAsking: () => void): Promise<Found> {
  const { kind, text } = recipient;
  try {
    const { payParams, isHere } = await askRecipient(deps.asking, text, admitAsking);
    const { minSendable, maxSendable, description, commentAllowed } = payParams;
    return {
      kind,
      recipient: text,
      name: kind === "lnurl" ? (destinationOf(readTarget(text)) ?? hostIn(text)) : text,
      description: description || undefined,
      isHere,
      fixed: undefined,
      least: minSendable,
      most: maxSendable,
      commentCharactersMax: commentAllowed,
      key: personKey({ kind: "address", lnAddress: text }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isUnreachable = error.code === "address_unreachable";
    const found = isUnreachable || error.code === "address_not_found" ? ofEmail(deps, recipient) : undefined;
    if (found === undefined) throw error;
    return isUnreachable ? { ...found, doubt: error } : found;
  }
}

/** The address as that of a mailbox; undefined where none can be paid to. */
function ofEmail({ asking, paysToEmail }: FindRecipientDeps, { kind, text }: Recipient): Found | undefined {
  const isHere = text.endsWith(`@${new URL(asking.baseUrl).host}`);
  if (!paysToEmail() || kind !== "address" || isHere) return undefined;
  try {
    const email = emailAddress(text);
    return {
      kind: "email",
      recipient: email,
      name: email,
      description: undefined,
      isHere: false,
      fixed: undefined,
      least: sats(1n),
      most: undefined,
      commentCharactersMax: DESCRIPTION_LENGTH_MAX,
      key: `email ${email}`,
    };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
