import { describe, expect, it } from "vitest";
import { checkMachine, type MachineFacts, type SecretFile } from "./check-machine.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const FACTS: MachineFacts = {
  openFiles: { max: 1_048_576, isOfService: true, connectionsMax: 2_048 },
  secrets: [],
  isLive: true,
};
const files = (max: number | undefined, isOfService = true): MachineFacts => ({
  ...FACTS,
  openFiles: { ...FACTS.openFiles, max, isOfService },
});
const readBy = (...readers: readonly ("owner" | "others" | "not_known" | undefined)[]): MachineFacts => ({
  ...FACTS,
  secrets: readers.map((value, i): SecretFile => ({ file: `/etc/${i}`, readers: { kind: "known", value } })),
});

describe("the limit of open files", () => {
  it.each<[string, MachineFacts, Expected]>([
    ["is plenty", files(1_048_576), ["open files", "ok", "the service may have 1048576"]],
    ["is none", files(Number.POSITIVE_INFINITY), ["open files", "ok", "any number"]],
    ["is just enough", files(3_048), ["open files", "ok"]],
    ["is one less", files(3_047), ["open files", "warning", "3047", "2048 connections", "3048 or more", "LimitNOFILE"]],
    ["is above the connections", files(2_049), ["open files", "warning"]],
    ["is taken by the connections", files(2_048), ["open files", "wrong", "the journal", "LEYDEN_CONNECTIONS"]],
    ["is this command's while no service runs", files(1_024, false), ["open files", "wrong", "started from here"]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkMachine(facts), [expected]);
  });

  it("is no line where the system does not say it", () => {
    expect(checkMachine(files(undefined))).toEqual([]);
  });
});

describe("files with secrets", () => {
  it.each<[string, MachineFacts, Expected]>([
    ["are this user's alone", readBy("owner", undefined, "owner"), ["secret files", "ok", "2 files"]],
    [
      "are open to others",
      readBy("owner", "others"),
      ["secret files", "wrong", "/etc/1", "chmod 600 '/etc/1'", "a new secret"],
    ],
    [
      "are open, and coins are worth nothing",
      { ...readBy("others"), isLive: false },
      ["secret files", "warning", "/etc/0"],
    ],
    [
      "are open, and which network it is is not known",
      { ...readBy("others"), isLive: undefined },
      ["secret files", "wrong"],
    ],
    ["are a group's that is not known", readBy("owner", "not_known"), ["secret files", "warning", "/etc/1", "a group"]],
    [
      "cannot be looked at",
      { ...FACTS, secrets: [{ file: "/etc/0", readers: { kind: "unknown", why: "EACCES" } }] },
      ["secret files", "warning", "EACCES"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkMachine(facts), [expected]);
  });

  it("that are open hide none that cannot be looked at", () => {
    const unseen: SecretFile = { file: "/etc/9", readers: { kind: "unknown", why: "EACCES" } };
    const facts = { ...FACTS, secrets: [...readBy("others").secrets, unseen] };
    expectFindings(checkMachine(facts), [
      ["secret files", "wrong", "/etc/0"],
      ["secret files", "warning", "EACCES"],
    ]);
  });

  it("are no line where none is there", () => {
    expect(checkMachine(readBy(undefined)).map(({ about }) => about)).toEqual(["open files"]);
  });
});
