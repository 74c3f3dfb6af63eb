import type { ProjectKeyId, UserId } from "#kernel/ids.ts";
import { AccountNotEmpty, blockAgain, closeAccount, listLeftAddresses, listPresentFactors, removeAgain } from "#login";
import { listUnsubscribed, unsubscribeAgain } from "#mails";
import { endReceiptMailsAgain, listWishes } from "#notices";
import { disconnectApp } from "#oauth";
import { forgetWallet } from "#own-wallet";
import type { JournalLine } from "#platform/journal/format.ts";
import { listChangedRules, listValidKeys, revokeAgain, waitForRules } from "#projects";
import type { ImportDeps, Imported } from "#restore";
import { findUser, listOpenUsers } from "#users";
import { eachOnce, idsOf, told } from "./each-once.ts";
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
  newestDecides: true,
  async lacking(db, lines) {
    const newest = [...new Map(lines.map((line) => [line.id, line])).values()];
    const changed = new Set((await listChangedRules(db, newest.map(rulesOf))).map(({ keyId }) => keyId));
    return newest.filter(({ id }) => changed.has(id as ProjectKeyId));
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ id }) => [
      (await waitForRules(deps, id as ProjectKeyId)) ? "question" : "known",
      `the rules of the key were changed since the copy: it may only read until \`leyden key restrict ${id}\` gives ` +
        "them again, all five, and `leyden key confirm` lets it work",
    ]),
};

function rulesOf({ id, hashes: [rules = ""] = [] }: JournalLine) {
  return { keyId: id as ProjectKeyId, rules };
}

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

function factorsOf({ id, at, hashes = [] }: JournalLine) {
  return hashes.map((hash) => ({ userId: id as UserId, hash, at }));
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

/** Users who ended the mails about what they receive, unless they wanted them again since. */
export const importReceiptMails: LineKind = {
  whats: ["receipt_mails.end"],
  async lacking(db, lines) {
    const wishes = new Map((await listWishes(db, idsOf(lines))).map(({ userId, wishedAt }) => [userId, wishedAt]));
    return lines.filter(
      ({ id, at }) => (wishes.get(id as UserId)?.getTime() ?? Number.POSITIVE_INFINITY) < at.getTime(),
    );
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ id, at }) => [
      (await endReceiptMailsAgain(deps, id as UserId, at)) ? "done" : "known",
      "the user gets no mails about what arrives",
    ]),
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

/**
 * Users who left their address of the copy. The new one is in no line, so they are blocked: who has the old mailbox
 * does not get in. An operator gives the address and lifts the block.
 */
export const importAddresses: LineKind = {
  whats: ["email.change"],
  async lacking(db, lines) {
    const left = await listLeftAddresses(db, lines.map(addressesOf));
    return lines.filter(({ id }) => left.has(id as UserId));
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ id }) => [
      (await blockAgain(deps, id as UserId)) ? "question" : "known",
      "the user had left the e-mail address of the copy, and is blocked: " +
        `\`leyden user email ${id} <address>\` gives the one that is the user's now, \`leyden user unblock ${id}\` lifts it`,
    ]),
};

function addressesOf({ id, hashes = [] }: JournalLine) {
  return { userId: id as UserId, hashes };
}

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
        onAccountClosed: async ({ walletId }) => {
          await disconnectApp(deps, { userId: id });
          await forgetWallet(deps, walletId);
        },
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
