import type { ProjectKeyId, UserId } from "#kernel/ids.ts";
import { AccountNotEmpty, blockAgain, closeAccount, listPresentFactors, removeAgain } from "#login";
import { listUnsubscribed, unsubscribeAgain } from "#mails";
import { disconnectApp } from "#oauth";
import type { JournalLine } from "#platform/journal/format.ts";
import { listChangedRules, listValidKeys, revokeAgain, waitForRules } from "#projects";
import type { ImportDeps, Imported } from "#restore";
import { findUser, listOpenUsers } from "#users";
import { listOpen } from "#vouchers";
import type { LineKind } from "./line-kind.ts";

/**
 * Rights that were taken away after the copy was made are taken away again. None is given back but by the absence of a
 * newer line. Sessions need none: all of them end when a restore is opened. No new lines are written: these stay.
 */
export const importKeys: LineKind = {
  whats: ["key.revoke"],
  async lacking(db, lines) {
    const valid = await listValidKeys(db, idsOf(lines));
    return lines.filter(({ id }) => valid.has(id));
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ id }) => [
      (await revokeAgain(deps, id as ProjectKeyId)) ? "done" : "known",
      "the key is revoked; a running process takes it for 5 seconds more",
    ]),
};

/** Rules of keys: they hold names and addresses, so the line has their hash, and an operator gives them again. */
export const importRules: LineKind = {
  whats: ["key.restrict"],
  async lacking(db, lines) {
    const newest = [...new Map(lines.map((line) => [line.id, line])).values()];
    const changed = new Set((await listChangedRules(db, newest.map(rulesOf))).map(({ keyId }) => keyId));
    return newest.filter(({ id }) => changed.has(id as ProjectKeyId));
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ id }) => [
      (await waitForRules(deps, id as ProjectKeyId)) ? "question" : "known",
      `the rules of the key were changed since the copy: it may only read until \`leyden key restrict ${id}\` gives ` +
        "them again and `leyden key confirm` lets it work",
    ]),
};

function rulesOf({ id, hashes: [rules = ""] = [] }: JournalLine) {
  return { keyId: id as ProjectKeyId, rules };
}

/** Vouchers and withdrawal requests that were revoked since: their value moves only when the ledger is open again. */
export const importRevoked: LineKind = {
  whats: ["voucher.revoke"],
  async lacking(db, lines) {
    const here = await listOpen(db, idsOf(lines));
    return lines.filter(({ id }) => here.get(id) !== false); // what the copy lacks may be brought back before
  },
  async bringBack({ db }, lines) {
    const here = await listOpen(db, idsOf(lines));
    return await eachOnce(
      lines.filter(({ id }) => here.get(id)),
      async ({ id }) => [
        "question",
        `it was revoked, and is open here: right after \`leyden restore release\`, \`leyden voucher revoke ${id}\``,
      ],
    );
  },
};

export const importFactors: LineKind = {
  whats: ["factor.remove"],
  async lacking(db, lines) {
    const present = await listPresentFactors(db, lines.flatMap(factorsOf));
    return lines.filter((line) =>
      factorsOf(line).some(({ userId, hash }) => present.some((one) => one.userId === userId && one.hash === hash)),
    );
  },
  async bringBack(deps, lines) {
    const imported: Imported[] = [];
    for (const line of lines)
      for (const factor of factorsOf(line)) {
        const outcome = (await removeAgain(deps, factor)) ? "done" : "known";
        imported.push(
          told(line, outcome, `the ${line.kind ?? "factor"} of the user is removed; the user logs in anew`),
        );
      }
    return imported;
  },
};

function factorsOf({ id, hashes = [] }: JournalLine) {
  return hashes.map((hash) => ({ userId: id as UserId, hash }));
}

export const importUnsubscribed: LineKind = {
  whats: ["mail.unsubscribe"],
  async lacking(db, lines) {
    const gone = await listUnsubscribed(
      db,
      lines.flatMap(({ hashes = [] }) => hashes),
    );
    return lines.filter(({ hashes = [] }) => hashes.some((hash) => !gone.has(hash)));
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ hashes = [] }) => {
      const changed = await Promise.all(hashes.map((hash) => unsubscribeAgain(deps, Buffer.from(hash, "hex"))));
      return [changed.includes(true) ? "done" : "known", "the address gets no mails of projects"];
    }),
};

/** Blocks; the newest line about a user decides. The reader gives all of them, of users who are not blocked here. */
export const importBlocks: LineKind = {
  whats: ["user.block", "user.unblock"],
  async lacking(db, lines) {
    const open = await listOpenUsers(db, idsOf(lines));
    const free = new Set<string>(open.filter(({ isBlocked }) => !isBlocked).map(({ id }) => id));
    return lines.filter(({ id }) => free.has(id));
  },
  async bringBack(deps, lines) {
    const newest = new Map(lines.map((line) => [line.id, line]));
    const blocked = [...newest.values()].filter(({ what }) => what === "user.block");
    return await eachOnce(blocked, async ({ id }) => [
      (await blockAgain(deps, id as UserId)) ? "done" : "known",
      "the user is blocked; `leyden user unblock` lifts it",
    ]);
  },
};

/** Closed accounts: last of all, because payments that are brought back empty their wallets. */
export const importClosed: LineKind = {
  whats: ["account.close"],
  async lacking(db, lines) {
    const open = new Set<string>((await listOpenUsers(db, idsOf(lines))).map(({ id }) => id));
    return lines.filter(({ id }) => open.has(id));
  },
  bringBack: (deps, lines) => eachOnce(lines, ({ id }) => closeAgain(deps, id as UserId)),
};

async function closeAgain(deps: ImportDeps, id: UserId): Promise<readonly [Imported["outcome"], string]> {
  const user = await findUser(deps.db, id);
  if (user === undefined) return ["known", "the account is not in this copy"];
  try {
    await closeAccount(
      {
        ...deps,
        journal: { appendIfPossible: async () => undefined },
        onSessionEnded: async () => undefined,
        onAccountClosed: async (userId) => void (await disconnectApp(deps, { userId })),
      },
      user,
    );
    return ["done", "the account is closed"];
  } catch (error) {
    if (!(error instanceof AccountNotEmpty)) throw error;
    return [
      "question",
      `the account was closed, and here its wallet ${user.walletId} holds money, or some may still move: import again ` +
        "when what left it is back; what is left then is the user's: ask where it shall go",
    ];
  }
}

function idsOf(lines: readonly JournalLine[]): readonly string[] {
  return [...new Set(lines.map(({ id }) => id))];
}

/** Does it for each thing once, in the journal's order. */
async function eachOnce(
  lines: readonly JournalLine[],
  act: (line: JournalLine) => Promise<readonly [Imported["outcome"], string]>,
): Promise<readonly Imported[]> {
  const imported: Imported[] = [];
  for (const line of new Map(lines.map((one) => [one.id, one])).values())
    imported.push(told(line, ...(await act(line))));
  return imported;
}

function told({ what, id }: JournalLine, outcome: Imported["outcome"], detail: string): Imported {
  return { what, id, outcome, detail };
}
