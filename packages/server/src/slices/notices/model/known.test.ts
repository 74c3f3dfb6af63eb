import { describe, expect, it } from "vitest";
import { emailAddress } from "#protocol/email-address.ts";
import { ago, HOUR_MS, knownWith, NOW, OPERATOR, OTHER, OWNER, readerWith, SHOP } from "../testing/things.harness.ts";
import { isKnown, isWanted, type Known, thingsFor } from "./known.ts";
import { readersOf } from "./reader.ts";
import { aboutOf, type Thing, type Told } from "./thing.ts";

const operator = readerWith(OPERATOR, true);
const contact = readerWith(OWNER, false);
const both = readerWith(OPERATOR, true, true);
const kinds = (things: readonly Thing[]) => things.map(({ kind }) => kind);
const failing = {
  id: "endpoint-1",
  ownerId: SHOP,
  host: "shop.example",
  since: ago(2 * HOUR_MS),
  trouble: { kind: "failing", status: 503 },
} as unknown as Known["endpoints"][number];
const pause = (kind: Known["pauses"][number]["kind"], since: Date) => ({ kind, reason: "why", since });
const toldOf = (thing: Thing): Told => ({
  kind: thing.kind,
  subject: thing.subject,
  about: aboutOf(thing),
  toldAt: NOW,
  overSince: undefined,
});

describe("what a reader is told of", () => {
  it("is nothing while nothing is wrong", () => {
    for (const reader of [operator, contact, both]) expect(thingsFor(reader, knownWith())).toEqual([]);
  });

  it("is each pause for an operator, and that nothing is sent for a contact, since the first of them", () => {
    const known = knownWith({ pauses: [pause("audit", NOW), pause("operator", ago(HOUR_MS))] });
    expect(thingsFor(operator, known).map(({ subject }) => subject)).toEqual(["audit", "operator"]);
    expect(thingsFor(contact, known)).toEqual([{ kind: "sending_stopped", subject: "service", since: ago(HOUR_MS) }]);
    expect(kinds(thingsFor(both, known))).toEqual(["sending_paused", "sending_paused"]);
  });

  it("is money that can be sent, below the limit and while it is known", () => {
    const low = { ...knownWith().lightning, sendable: 999_999n } as Known["lightning"];
    expect(kinds(thingsFor(operator, knownWith({ lightning: low })))).toEqual(["lightning_low"]);
    expect(thingsFor(contact, knownWith({ lightning: low }))).toEqual([]);
    for (const lightning of [
      { ...low, limit: undefined },
      { ...low, sendable: undefined },
    ])
      expect(thingsFor(operator, knownWith({ lightning }))).toEqual([]);
  });

  it("is a backup of more than 26 hours, none after so long, and a log that is an hour behind", () => {
    const with_ = (backups: Partial<Known["backups"]>) =>
      kinds(
        thingsFor(
          operator,
          knownWith({ backups: { newest: NOW, archivedUntil: NOW, watchedSince: ago(0), ...backups } }),
        ),
      );
    expect(with_({ newest: ago(26 * HOUR_MS) })).toEqual([]);
    expect(with_({ newest: ago(26 * HOUR_MS + 1) })).toEqual(["backup_old"]);
    expect(with_({ newest: undefined, watchedSince: ago(26 * HOUR_MS) })).toEqual([]);
    expect(with_({ newest: undefined, watchedSince: ago(27 * HOUR_MS) })).toEqual(["backup_old"]);
    expect(with_({ archivedUntil: ago(HOUR_MS) })).toEqual([]);
    expect(with_({ archivedUntil: ago(HOUR_MS + 1) })).toEqual(["archive_old"]);
    expect(with_({ archivedUntil: undefined })).toEqual([]);
    expect(thingsFor(operator, knownWith({ backups: undefined }))).toEqual([]);
  });

  it("is a webhook in trouble, of every project for an operator and of the own one for a contact", () => {
    const off = { ...failing, id: "endpoint-2", ownerId: OTHER, trouble: { kind: "off", reason: "gone" } } as const;
    const known = knownWith({ endpoints: [failing, off] as Known["endpoints"] });
    expect(kinds(thingsFor(operator, known))).toEqual(["webhook_failing", "webhook_off"]);
    expect(thingsFor(contact, known)).toEqual([
      {
        kind: "webhook_failing",
        subject: "endpoint-1",
        projectId: SHOP,
        project: "Shop",
        host: "shop.example",
        since: failing.since,
        status: 503,
      },
    ]);
  });

  it("is a wallet below the limit of its project, for its contact alone", () => {
    const [shop] = knownWith().projects;
    if (shop === undefined) throw new Error("there is no shop");
    const known = (balance: bigint, lowBalance = shop.lowBalance) =>
      knownWith({ projects: [{ ...shop, balance, lowBalance }] });
    expect(kinds(thingsFor(contact, known(999n)))).toEqual(["wallet_low"]);
    expect(kinds(thingsFor(both, known(-1n)))).toEqual(["wallet_low"]);
    expect(thingsFor(operator, known(0n))).toEqual([]);
    expect(thingsFor(contact, knownWith({ projects: [{ ...shop, balance: 0n, lowBalance: undefined }] }))).toEqual([]);
  });
});

describe("a key that ends", () => {
  const DAY_MS = 24 * HOUR_MS;
  const key = (inMs: number, livesMs = 90 * DAY_MS, projectId = SHOP) => {
    const endsAt = new Date(NOW.getTime() + inMs);
    const createdAt = new Date(endsAt.getTime() - livesMs);
    return { id: "key-1", projectId, prefix: "ley_0000aa", createdAt, endsAt } as Known["keys"][number];
  };
  const told = (one: Known["keys"][number], reader = contact) => kinds(thingsFor(reader, knownWith({ keys: [one] })));

  it("is told within a week and within a day, to the contact of its project", () => {
    expect(told(key(7 * DAY_MS))).toEqual(["key_ends_in_week"]);
    expect(told(key(DAY_MS + 1))).toEqual(["key_ends_in_week"]);
    expect(told(key(DAY_MS))).toEqual(["key_ends_in_day"]);
    expect(told(key(DAY_MS, 90 * DAY_MS, OTHER))).toEqual([]);
    expect(told(key(DAY_MS), operator)).toEqual([]);
  });

  it("is not told of so early when it was made for a short time", () => {
    expect(told(key(6 * DAY_MS, 14 * DAY_MS))).toEqual(["key_ends_in_week"]);
    expect(told(key(6 * DAY_MS, 14 * DAY_MS - 1))).toEqual([]);
    expect(told(key(DAY_MS, 2 * DAY_MS))).toEqual(["key_ends_in_day"]);
    expect(told(key(DAY_MS, 2 * DAY_MS - 1))).toEqual([]);
  });

  it("is told of when it has ended, after its last day alone", () => {
    const [day] = thingsFor(contact, knownWith({ keys: [key(DAY_MS)] }));
    expect(day && isWanted(toldOf(day), contact, knownWith())).toBe(true);
    expect(day && isWanted(toldOf(day), operator, knownWith())).toBe(false);
    const [week] = thingsFor(contact, knownWith({ keys: [key(2 * DAY_MS)] }));
    expect(week && isWanted(toldOf(week), contact, knownWith())).toBe(false);
  });
});

describe("what does not hold", () => {
  const low: Thing = {
    kind: "wallet_low",
    subject: SHOP,
    projectId: SHOP,
    project: "Shop",
    balance: 0n,
    limit: 1n as never,
  };
  const [hook] = thingsFor(operator, knownWith({ endpoints: [failing] }));
  const node: Thing = { kind: "lightning_low", subject: "node", sendable: 0n as never, limit: 1n as never };

  it("is over when it can be known", () => {
    const dark = knownWith({ lightning: { limit: undefined, sendable: undefined }, backups: undefined });
    const of = (kind: Thing["kind"]) => ({ kind, subject: "x" });
    for (const kind of ["lightning_low", "backup_old", "archive_old"] as const) {
      expect(isKnown(of(kind), knownWith())).toBe(true);
      expect(isKnown(of(kind), dark)).toBe(false);
    }
    expect(isKnown(of("sending_paused"), dark)).toBe(true);
  });

  it("ends without a word when nobody watches it any more", () => {
    const wanted = (thing: Thing | undefined, reader = operator, known = knownWith()) =>
      thing && isWanted(toldOf(thing), reader, known);
    expect(wanted(node)).toBe(true);
    expect(wanted(node, contact)).toBe(false);
    const none = { limit: undefined, sendable: 0n as never };
    expect(wanted(node, operator, knownWith({ lightning: none }))).toBe(false);
    expect(wanted(low, contact)).toBe(true);
    expect(wanted(low, operator)).toBe(false);
    expect(wanted(low, contact, knownWith({ projects: [] }))).toBe(false);
    expect(wanted(hook)).toBe(true);
    expect(wanted(hook, contact)).toBe(true);
    const [elsewhere] = readersOf({ addresses: [], language: "en" }, [
      { id: OTHER, name: "x", contact: OWNER, language: "en" },
    ]);
    expect(wanted(hook, elsewhere)).toBe(false);
    const off: Known["endpoints"][number] = { ...failing, trouble: { kind: "off", reason: "gone" } };
    expect(wanted(hook, operator, knownWith({ endpoints: [off] }))).toBe(false);
  });
});

describe("the readers", () => {
  it("are one for each address, in the language of the operator or of the project", () => {
    const readers = readersOf({ addresses: [OPERATOR, OPERATOR, OWNER], language: "fr" }, [
      { id: SHOP, name: "Shop", contact: OWNER, language: "en" },
      { id: OTHER, name: "Other", contact: emailAddress("x@other.example"), language: "pt" },
    ]);
    expect(readers.map(({ address, isOperator, language }) => [address, isOperator, language])).toEqual([
      [OPERATOR, true, "fr"],
      [OWNER, true, "fr"],
      ["x@other.example", false, "pt"],
    ]);
    expect([...(readers[1]?.projects ?? [])]).toEqual([[SHOP, "Shop"]]);
  });
});
