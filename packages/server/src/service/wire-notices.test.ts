import { expect, it } from "vitest";
import type { NodeInfo } from "#lightning";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { wireNotices } from "./wire-notices.ts";

type Machine = Parameters<typeof wireNotices>[1];

/** The loops that a process begins. */
function loopsOf(sends: boolean): string[] {
  const names: string[] = [];
  const loop = (name: string) => {
    names.push(name);
    return { wake: () => undefined, stop: async () => undefined };
  };
  const machine = {
    scheduler: { loop, spawn: () => undefined },
    clock: { now: () => new Date(0) },
    look: noLook,
    watched: { isUp: () => true, report: () => ({}) as NodeInfo },
    backups: undefined,
    sealer: { mac: () => new Uint8Array() },
  } as unknown as Machine;
  const settings = {
    operatorEmails: [],
    language: "en",
    lowLightning: undefined,
    baseUrl: "http://localhost",
    web: "on",
  } as const;
  wireNotices({ sends, ...settings }, machine);
  return names;
}

it("a process that works without requests tells what is to be told, and no other one does", () => {
  expect(loopsOf(true)).toEqual(["notices.tell", "notices.tell_received"]);
  expect(loopsOf(false)).toEqual([]);
});
