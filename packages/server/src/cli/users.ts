import type { Command } from "commander";
import { type UserId, uuid } from "#kernel/ids.ts";
import { blockUser, setEmail, unblockUser } from "#login";
import type { Outlet } from "#mails";
import { OperatorError } from "#platform/operator-error.ts";
import { emailAddress } from "#protocol/email-address.ts";
import {
  changeGamertag,
  createUser,
  findUserByAny,
  type LimitName,
  listAcceptedTerms,
  listUsers,
  markEmailVerified,
  markIdentityVerified,
  proposeGamertag,
  setUserLimits,
  type User,
  UserNotFound,
} from "#users";
import { lightningAddressOf, listNames, publicStaticChargeOf, type WalletName } from "#wallets";
import { readCount } from "./count.ts";
import {
  addLimitOptions,
  type LimitOptions,
  presentWalletState,
  printLimits,
  readLimitsOrLevel,
  readWalletState,
} from "./limits.ts";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { type Session, withDatabase } from "./session.ts";

const LEVEL_NAMES: Readonly<Record<User["level"], string>> = {
  unverified: "unverified",
  email_verified: "e-mail verified",
  identity_verified: "identity verified",
};

/** Where the service sends what a command has written. */
function outletOf({ config }: Session): Pick<Outlet, "kind"> {
  if (config.smtp !== undefined) return { kind: "smtp" };
  return { kind: config.node === undefined ? "mailbox" : "none" };
}

const LIST_DEFAULT = 100;
const LIST_MAX = 1_000;

/** People with an account. */
export function addUserCommands(program: Command): void {
  const user = program.command("user").description("users: each owns a wallet, and its gamertag is the wallet's name");
  addCreate(user);
  addList(user);
  user
    .command("show <user>")
    .description("show a user, named by gamertag, e-mail address or id: the names and the wallet")
    .option(...JSON_OPTION)
    .action((text: string, output: Json) =>
      withDatabase(async (session) => await printUser(session, await requireUser(session, text), output)),
    );
  user
    .command("rename <user> <gamertag>")
    .description("change a gamertag, once in 24 hours; payments to the old one still arrive")
    .option(...JSON_OPTION)
    .action((text: string, gamertag: string, output: Json) =>
      withDatabase(async (session) => {
        const { id } = await requireUser(session, text);
        await changeGamertag(session, { id, gamertag });
        await printUser(session, await requireUser(session, id), output);
      }),
    );
  addLevelCommands(user);
  addLimitOptions(
    user
      .command("limits <user>")
      .description(
        "set by hand what a user's wallet may spend and hold; `level` gives a limit back to the user's level",
      ),
  )
    .option(...JSON_OPTION)
    .action((text: string, { json, ...limits }: Json & LimitOptions) =>
      withDatabase(async (session) => {
        if (Object.keys(limits).length === 0)
          throw new OperatorError(
            "nothing is to be changed",
            "`npm run leyden -- user limits --help` names the limits.",
          );
        const changes = readLimitsOrLevel(limits);
        const { id } = await requireUser(session, text);
        await setUserLimits(session, id, changes);
        await printUser(session, await requireUser(session, id), json === true ? { json } : {});
      }),
    );
}

/** What an operator knows of a user. */
function addLevelCommands(user: Command): void {
  const change = (name: string, about: string, act: (session: Session, found: User) => Promise<void>) =>
    user
      .command(`${name} <user>`)
      .description(about)
      .option(...JSON_OPTION)
      .action((text: string, output: Json) =>
        withDatabase(async (session) => {
          const found = await requireUser(session, text);
          await act(session, found);
          await printUser(session, await requireUser(session, found.id), output);
        }),
      );
  change(
    "block",
    "block a user: logins and what apps hold end, no payments to the e-mail address; wallet and keys of projects stay",
    (session, { id }) => blockUser(session, id),
  );
  change("unblock", "lift the block of a user", (session, { id }) => unblockUser(session, id));
  user
    .command("email <user> <address>")
    .description("give a user the e-mail address that you know to be the user's; all logins of the user end")
    .option(...JSON_OPTION)
    .action((text: string, address: string, output: Json) =>
      withDatabase(async (session) => {
        const found = await requireUser(session, text);
        await setEmail({ ...session, outlet: () => outletOf(session) }, found, emailAddress(address));
        await printUser(session, await requireUser(session, found.id), output);
      }),
    );
  user
    .command("verify <user>")
    .description("record that the e-mail address or the identity of a user was proved; the limits of the wallet follow")
    .option("--email", "you know that the address is the user's")
    .option("--identity", "you know who the user is")
    .option(...JSON_OPTION)
    .action((text: string, { email, identity, json }: Json & { readonly email?: true; readonly identity?: true }) =>
      withDatabase(async (session) => {
        if (email === undefined && identity === undefined)
          throw new OperatorError("nothing is to be recorded", "Name what was proved: --email, --identity, or both.");
        const found = await requireUser(session, text);
        if (email && !(await markEmailVerified(session, found)))
          throw new OperatorError("the user has another e-mail address by now", "Look at the user and repeat.");
        if (identity) await markIdentityVerified(session, found);
        await printUser(session, await requireUser(session, found.id), json === true ? { json } : {});
      }),
    );
}

type Asked = { readonly email: string; readonly emailVerified?: boolean; readonly gamertag?: string };

function addCreate(user: Command): void {
  user
    .command("create")
    .description("create a user with an empty wallet")
    .requiredOption("--email <address>", "e-mail address")
    .option("--email-verified", "you know that the address is the user's: payments to it are credited to the wallet")
    .option("--gamertag <name>", "3 to 20 of a-z, 0-9, `_`, `.`, `-`; without it a free one is chosen")
    .option(...JSON_OPTION)
    .action(({ email: text, emailVerified, gamertag, json }: Json & Asked) =>
      withDatabase(async (session) => {
        const email = emailAddress(text);
        const created = await createUser(session, {
          email,
          emailIsVerified: emailVerified ?? false,
          gamertag: gamertag ?? (await proposeGamertag(session, { email })),
        });
        if (json) return printJson({ ...presentUser(created), ...linksOf(session, created) });
        print(`User ${created.gamertag} (${created.id}) with wallet ${created.walletId}.`);
        printLinks(session, created);
      }),
    );
}

function addList(user: Command): void {
  user
    .command("list")
    .description("list users, newest first")
    .option("--limit <number>", `how many, at most ${LIST_MAX}`, readCount(LIST_MAX), LIST_DEFAULT)
    .option("--before <id>", "only users that were created before this one")
    .option(...JSON_OPTION)
    .action(({ limit, before, json }: Json & { limit: number; before?: string }) =>
      withDatabase(async ({ db }) => {
        const from = before === undefined ? undefined : uuid<UserId>("--before", before);
        const users = await listUsers(db, { before: from, limit });
        if (json) return printJson(users.map(presentUser));
        printTable(
          users.map(({ id, gamertag, email, level, createdAt, blockedAt }) => ({
            id,
            gamertag,
            email,
            level: LEVEL_NAMES[level],
            createdAt: createdAt.toISOString(),
            blockedAt: blockedAt?.toISOString(),
          })),
          before === undefined ? "There is no user yet." : "There are no more users.",
        );
        const last = users.at(-1);
        if (last !== undefined && users.length === limit)
          process.stderr.write(`There may be more: \`npm run leyden -- user list --before ${last.id}\`\n`);
      }),
    );
}

/** @throws {UserNotFound} */
export async function requireUser({ db }: Pick<Session, "db">, text: string): Promise<User> {
  const user = await findUserByAny(db, text);
  if (user === undefined) throw new UserNotFound("e-mail address, gamertag or id");
  return user;
}

/** How any Lightning wallet pays a user. */
function linksOf({ baseUrl }: Session, { gamertag, walletId }: User) {
  return {
    lnAddress: lightningAddressOf(gamertag, baseUrl),
    publicStaticCharge: publicStaticChargeOf(walletId, baseUrl),
  };
}

function printLinks(session: Session, user: User): void {
  const { lnAddress, publicStaticCharge } = linksOf(session, user);
  print(`Address ${lnAddress}; LNURL, which stays when the gamertag changes:\n${publicStaticCharge}`);
}

/** A user as commands show it. */
function presentUser(user: User) {
  const { emailVerifiedAt, identityVerifiedAt, gamertagChangedAt, createdAt, blockedAt, ...rest } = user;
  return {
    ...rest,
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    identityVerifiedAt: identityVerifiedAt?.toISOString() ?? null,
    gamertagChangedAt: gamertagChangedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    blockedAt: blockedAt?.toISOString() ?? null,
  };
}

async function printUser(session: Session, user: User, { json }: Json): Promise<void> {
  const [names, state, terms] = await Promise.all([
    listNames(session.db, user.walletId),
    readWalletState(session, user),
    listAcceptedTerms(session.db, user.id),
  ]);
  if (json)
    return printJson({
      ...presentUser(user),
      ...linksOf(session, user),
      names: names.map(presentName),
      terms: terms.map(({ version, acceptedAt }) => ({ version, acceptedAt: acceptedAt.toISOString() })),
      ...presentWalletState(state),
    });

  const { emailVerifiedAt, identityVerifiedAt, blockedAt, createdAt, limitsByHand } = user;
  print(`User ${user.gamertag} (${user.id}), created ${createdAt.toISOString()}`);
  print(`E-mail ${user.email}, ${emailVerifiedAt ? `verified ${emailVerifiedAt.toISOString()}` : "not verified"}.`);
  if (identityVerifiedAt !== undefined) print(`Identity verified ${identityVerifiedAt.toISOString()}.`);
  if (blockedAt !== undefined) print(`Blocked since ${blockedAt.toISOString()}.`);
  for (const { version, acceptedAt } of terms) print(`Terms ${version} accepted ${acceptedAt.toISOString()}.`);
  print(`Wallet ${user.walletId} holds ${state.balance} msats.`);
  printLinks(session, user);
  print("");
  printLimits(state, (name: LimitName) => (limitsByHand.includes(name) ? "hand" : `level ${LEVEL_NAMES[user.level]}`));
  const former = names.filter(({ releasedAt }) => releasedAt !== undefined).map(presentName);
  if (former.length === 0) return;
  print("\nFormer names, which still lead to the wallet:");
  printTable(
    former.map(({ name, since, releasedAt, wasUsed }) => ({
      name,
      since,
      releasedAt: releasedAt ?? undefined,
      kept: wasUsed ? "for ever, it was used" : "for 90 days at least",
    })),
    "",
  );
}

function presentName({ name, since, releasedAt, wasUsed }: WalletName) {
  return { name, since: since.toISOString(), releasedAt: releasedAt?.toISOString() ?? null, wasUsed };
}
