import type { Clock } from "#kernel/clock.ts";
import { type WriteDeps, writeServiceMail } from "#mails";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { listReachable } from "#projects";
import { gatherKnown } from "./gather-known.ts";
import { decide, type Notice } from "./model/decide.ts";
import { isKnown, isWanted, type Known, thingsFor } from "./model/known.ts";
import { hashOfAddress, type Reader, readersOf } from "./model/reader.ts";
import type { ThingName, Told } from "./model/thing.ts";
import type { NoticeSettings, Sight } from "./port.ts";
import { type Book, readBook, type Written, writeNotices } from "./store.ts";
import { noticeMail } from "./templates/notice-mail.ts";

export type TellDeps = WriteDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: NoticeSettings;
  readonly sight: Sight;
  /** Since when this process looks. */
  readonly watchedSince: Date;
};

/** A mail that is later says what was true long ago. */
const GOOD_FOR_MS = 24 * 3_600_000;

/**
 * Looks at all that somebody may be told of and writes the mails that are due, with what was told, in one statement: a
 * process that dies before has written nothing, and after it the mails are sent. Of processes that look at the same
 * time one writes. Without a mail server, and without anybody to tell, it does nothing. Returns how many mails it
 * wrote.
 */
export async function tellNotices(deps: TellDeps): Promise<number> {
  if (deps.outlet().kind === "none") return 0;
  const { db, clock, settings } = deps;
  const now = clock.now();
  const book = await readBook(db, now); // first: what another process writes from now on shows in its number
  const projects = await listReachable(db);
  const readers = readersOf({ addresses: settings.operators, language: settings.language }, projects);
  if (readers.length === 0 && book.told.size === 0) return 0;
  const known = await gatherKnown(deps, projects, now);

  const decided = readers.map((reader) => decideFor(reader, known, book));
  const written = together([...decided.map((one) => rowsOf(deps, one, now)), forgotten(readers, book)]);
  if (written.kept.length + written.ended.length + written.mails.length === 0) return 0;
  if (!(await writeNotices(db, now, book.no, written))) return 0; // another process did; what is left comes next time
  for (const { notice } of decided)
    if (notice !== undefined)
      deps.log.info({ begun: notice.begun.map(namedIn), over: notice.over.map(namedIn) }, "notice.recorded");
  return written.mails.length;
}

type Decided = ReturnType<typeof decideFor>;

function decideFor(reader: Reader, known: Known, { told, mails }: Book) {
  const address = hashOfAddress(reader.address);
  const decision = decide({
    now: known.now,
    things: thingsFor(reader, known),
    told: told.get(address) ?? [],
    mails: mails.get(address) ?? 0,
    isKnown: (name) => isKnown(name, known),
    isWanted: (one) => isWanted(one, reader, known),
  });
  return { ...decision, reader, address };
}

function rowsOf(deps: TellDeps, { kept, ended, notice, reader, address }: Decided, now: Date): Written {
  return {
    kept: kept.map((one) => keptRow(address, one)),
    ended: ended.map((name) => ({ address, ...name })),
    mails: notice === undefined ? [] : [mailRow(deps, { reader, notice, address }, now)],
  };
}

function keptRow(address: string, { kind, subject, about, toldAt, overSince }: Told) {
  return { address, kind, subject, about, told_at: toldAt, over_since: overSince ?? null };
}

function mailRow(
  deps: TellDeps,
  { reader, notice, address }: { readonly reader: Reader; readonly notice: Notice; readonly address: string },
  now: Date,
) {
  const { id, recipient, goodUntil, content } = writeServiceMail(deps, {
    kind: "notice",
    recipient: reader.address,
    goodUntil: new Date(now.getTime() + GOOD_FOR_MS),
    content: noticeMail({ notice, reader, host: new URL(deps.baseUrl).host, dashboard: deps.settings.dashboard }),
  });
  const { subject, text: body_text, html: body_html } = content;
  return { id, address, recipient, good_until: goodUntil, subject, body_text, body_html };
}

/** Who is told nothing any more, and was told of something: that ends without a word. */
function forgotten(readers: readonly Reader[], { told }: Book): Written {
  const addresses = new Set(readers.map(({ address }) => hashOfAddress(address)));
  const ended = [...told]
    .filter(([address]) => !addresses.has(address))
    .flatMap(([address, rows]) => rows.map(({ kind, subject }) => ({ address, kind, subject })));
  return { kept: [], ended, mails: [] };
}

function together(all: readonly Written[]): Written {
  return {
    kept: all.flatMap(({ kept }) => kept),
    ended: all.flatMap(({ ended }) => ended),
    mails: all.flatMap(({ mails }) => mails),
  };
}

/** For the log, which has no addresses. */
function namedIn({ kind, subject }: ThingName): string {
  return `${kind} ${subject}`;
}
