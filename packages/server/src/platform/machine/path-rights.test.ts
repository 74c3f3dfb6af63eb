import { describe, expect, it } from "vitest";
import { areAllListed, isNamespace } from "./accounts.ts";
import { type Accounts, judgePart, type Part, type Readers, readersOf } from "./path-rights.ts";

/** A usual machine: bob runs Leyden, alice is somebody else, each has a group of the own name. */
const MACHINE: Accounts = {
  self: 1000,
  selfName: "bob",
  selfGroups: [1000],
  users: [
    { name: "root", uid: 0, gid: 0 },
    { name: "sync", uid: 5, gid: 0 },
    { name: "nobody", uid: 65_534, gid: 65_534 },
    { name: "bob", uid: 1000, gid: 1000 },
    { name: "alice", uid: 1001, gid: 1001 },
  ],
  groups: [
    { gid: 0, members: [] },
    { gid: 100, members: ["bob", "alice"] },
    { gid: 1000, members: [] },
    { gid: 1001, members: [] },
    { gid: 65_534, members: [] },
  ],
  isComplete: true,
  everybody: [],
  isNamespace: false,
};
/** An image without names, as a volume with `fsGroup` is mounted into. */
const NAMELESS: Accounts = { ...MACHINE, selfName: undefined, users: [], groups: [], isComplete: false };
const ROOTLESS: Accounts = { ...MACHINE, self: 0, selfName: "root", selfGroups: [0], isNamespace: true };
const FROM_LDAP: Accounts = { ...MACHINE, self: 20_001, selfName: "carol", selfGroups: [20_001], isComplete: false };
const MACOS: Accounts = {
  ...NAMELESS,
  self: 501,
  selfName: "bob",
  selfGroups: [20, 12, 501],
  users: [{ name: "root", uid: 0, gid: 0 }],
  groups: [
    { gid: 20, members: ["root"] },
    { gid: 0, members: ["root"] },
  ],
  everybody: [20, 12],
};
const OPENSHIFT: Accounts = {
  ...MACHINE,
  self: 1_000_650_000,
  selfName: undefined,
  selfGroups: [0],
  isComplete: false,
};

const DATA = { isLast: true } as const;
const ABOVE = { isLast: false } as const;

function part(uid: number, gid: number, mode: number, more: Partial<Part>): Part {
  return { path: "/srv/leyden", uid, gid, mode, isLink: false, isLast: true, ...more };
}

type Case = [says: string, accounts: Accounts, uid: number, gid: number, mode: number, more: Partial<Part>];

const FINE: Case[] = [
  ["one's own folder", MACHINE, 1000, 1000, 0o711, DATA],
  ["root's folder above", MACHINE, 0, 0, 0o755, ABOVE],
  ["a folder above with the own group, as umask 002 makes it", MACHINE, 1000, 1000, 0o775, ABOVE],
  ["a data folder with the own group", MACHINE, 1000, 1000, 0o770, DATA],
  ["root's data folder for the own group, where the image names both", MACHINE, 0, 1000, 0o2770, DATA],
  ["/tmp", MACHINE, 0, 0, 0o1777, ABOVE],
  ["root's group, where Red Hat's sync is in it", MACHINE, 0, 0, 0o775, ABOVE],
  ["root's group, for a number that OpenShift chose", OPENSHIFT, 0, 0, 0o770, DATA],
  ["one's own link", MACHINE, 1000, 1000, 0o777, { isLast: false, isLink: true }],
];

const NOT_KNOWN: Case[] = [
  ["Kubernetes' fsGroup, without a name for the group", NAMELESS, 0, 1000, 0o2770, DATA],
  ["a folder above of a user that a rootless container does not map", ROOTLESS, 65_534, 0, 0o755, ABOVE],
  ["/ of such a user", ROOTLESS, 65_534, 65_534, 0o755, { isLast: false, path: "/" }],
  ["/ of such a user, where the namespace hides itself", MACHINE, 65_534, 65_534, 0o755, { isLast: false, path: "/" }],
  ["a group that a rootless container does not map", ROOTLESS, 0, 65_534, 0o775, ABOVE],
  ["the own group of a user from LDAP or systemd-homed", FROM_LDAP, 20_001, 20_001, 0o775, ABOVE],
  ["the own group of macOS' first user", MACOS, 501, 501, 0o775, ABOVE],
  ["a group that is in the file, where LDAP has users too", { ...MACHINE, isComplete: false }, 1000, 1000, 0o770, DATA],
];

const OPEN: Case[] = [
  ["another user's data folder", MACHINE, 1001, 1001, 0o700, DATA],
  ["another user's folder above", MACHINE, 1001, 1001, 0o755, ABOVE],
  ["another user's link", MACHINE, 1001, 1001, 0o777, { isLast: false, isLink: true }],
  ["a data folder of the real nobody", MACHINE, 65_534, 65_534, 0o755, DATA],
  ["a folder above of the real nobody", MACHINE, 65_534, 65_534, 0o755, ABOVE],
  ["another user, in a rootless container", ROOTLESS, 1001, 1001, 0o755, ABOVE],
  ["a data folder that everybody may write to", MACHINE, 1000, 1000, 0o702, DATA],
  ["the same with a sticky bit: files can be planted in it", MACHINE, 1000, 1000, 0o1777, DATA],
  ["a folder above that everybody may write to", MACHINE, 0, 0, 0o757, ABOVE],
  ["the same of an unmapped user", ROOTLESS, 65_534, 65_534, 0o777, ABOVE],
  ["a group with another member", MACHINE, 1000, 100, 0o770, DATA],
  ["the own group of another user", MACHINE, 1000, 1001, 0o775, ABOVE],
  ["the group of the real nobody", MACHINE, 0, 65_534, 0o775, ABOVE],
  ["a group without a name that we are not in", NAMELESS, 0, 2000, 0o775, ABOVE],
  ["macOS' staff, which names root alone", MACOS, 501, 20, 0o775, ABOVE],
  ["the same as the data folder", MACOS, 501, 20, 0o770, DATA],
  ["a group with a member, for a user from LDAP", FROM_LDAP, 20_001, 100, 0o775, ABOVE],
];

describe("what a part of the path to the data folder means", () => {
  it.each([
    ...FINE.map((fields) => ["fine", ...fields] as const),
    ...NOT_KNOWN.map((fields) => ["not_known", ...fields] as const),
    ...OPEN.map((fields) => ["open", ...fields] as const),
  ])("%s: %s", (kind, _says, accounts, uid, gid, mode, more) => {
    expect(judgePart(part(uid, gid, mode, more), accounts).kind).toBe(kind);
  });

  it("takes a user from LDAP by its name in a local group", () => {
    const groups = [{ gid: 300, members: ["carol"] }];
    expect(judgePart(part(0, 300, 0o775, ABOVE), { ...FROM_LDAP, groups }).kind).toBe("not_known");
    expect(judgePart(part(0, 300, 0o775, ABOVE), { ...FROM_LDAP, groups, selfName: "dave" }).kind).toBe("open");
  });
});

describe("who may read a file", () => {
  const HOME = part(1000, 1000, 0o755, ABOVE);
  const file = (mode: number, gid = 1000, uid = 1000): Part => part(uid, gid, mode, DATA);

  it.each<[says: string, accounts: Accounts, readers: Readers, parts: readonly Part[]]>([
    ["its own user alone", MACHINE, "owner", [HOME, file(0o600)]],
    ["its own group without other members", MACHINE, "owner", [HOME, file(0o640)]],
    ["everybody", MACHINE, "others", [HOME, file(0o644)]],
    ["everybody, and a folder above is closed", MACHINE, "owner", [part(1000, 1000, 0o700, ABOVE), file(0o644)]],
    ["everybody, and a folder above is the own group's", MACHINE, "owner", [part(0, 1000, 0o750, ABOVE), file(0o644)]],
    ["everybody, and a folder above another group's", MACHINE, "others", [part(1000, 100, 0o750, ABOVE), file(0o644)]],
    [
      "everybody, by a link of another",
      MACHINE,
      "others",
      [part(1000, 1000, 0o700, { isLast: false, isLink: true }), file(0o644)],
    ],
    ["a group with another member", MACHINE, "others", [HOME, file(0o640, 100)]],
    ["another user, who owns it", MACHINE, "others", [HOME, file(0o600, 1001, 1001)]],
    ["root alone, as systemd's copies with a list of rights", MACHINE, "owner", [HOME, file(0o440, 0, 0)]],
    ["a group whose members are not known", NAMELESS, "not_known", [HOME, file(0o640)]],
    ["a user that a rootless container does not map", ROOTLESS, "not_known", [HOME, file(0o600, 0, 65_534)]],
  ])("is %s", (_says, accounts, readers, parts) => {
    expect(readersOf(parts, accounts)).toBe(readers);
  });
});

describe("what the system says of its accounts", () => {
  it.each([
    ["", true],
    ["passwd: files systemd\ngroup: files [SUCCESS=merge] systemd\nhosts: files dns\n", true],
    ["passwd: files sss # by hand\ngroup: files\n", false],
    ["passwd:\tcompat\ngroup: files ldap\n", false],
    ["# passwd: ldap\nnetgroup: nis\n", true],
  ])("%j has all accounts in files: %s", (text, expected) =>
    expect(areAllListed(7, [{ uid: 0 }, { uid: 7 }], text)).toBe(expected),
  );

  it("has not all where this process's own user is not in the file", () => {
    expect(areAllListed(7, [{ uid: 0 }], "")).toBe(false);
  });

  it.each([
    ["         0          0 4294967295\n", false],
    ["         0       1000          1\n         1     100000      65536\n", true],
    ["", true],
    [undefined, false],
  ])("%j is a namespace: %s", (text, expected) => expect(isNamespace(text)).toBe(expected));
});
