import type { Wallet } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteNote, saveFirstNote, saveNote } from "./store/notes.ts";

type Deps = { readonly db: Db; readonly clock: Clock };

/** Of one wallet. Ours: what a person writes in years, and little for a disk. */
export const NOTES_MAX = 10_000;

type WriteNote = {
  readonly wallet: Wallet;
  /** The id of a thing of the wallet. One that the wallet has nothing of gets a note that nothing shows. */
  readonly about: string;
  readonly text: string;
};

/**
 * Writes a private note over the one before; an empty text takes it away. Returns what is written then.
 * @throws {AppError} `too_many_notes`
 */
export async function writeNote({ db, clock }: Deps, { wallet, about, text }: WriteNote): Promise<string | undefined> {
  const note = text.trim();
  if (note === "") {
    await deleteNote(db, wallet.id, about);
    return undefined;
  }
  if (!(await saveNote(db, { wallet: wallet.id, about, text: note, now: clock.now() }, NOTES_MAX)))
    throw new AppError("too_many_notes", `a wallet has at most ${NOTES_MAX} notes; take some away first`);
  return note;
}

/** The note that came with what was just made: one that was written since stays. */
export async function writeFirstNote({ db, clock }: Deps, { wallet, about, text }: WriteNote): Promise<void> {
  const note = text.trim();
  if (note !== "") await saveFirstNote(db, { wallet: wallet.id, about, text: note, now: clock.now() });
}
