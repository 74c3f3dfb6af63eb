import { describe, expect, it } from "vitest";
import { type Actor, actorIn, restrictedKeyOf } from "./caller.ts";
import type { ProjectId, ProjectKeyId } from "./ids.ts";

const [FIRST, SECOND] = ["first" as ProjectKeyId, "second" as ProjectKeyId];
const access = { scopes: undefined, networks: undefined };
const policy = { feeCeilingBasisPoints: 0n, internalIdIsUnique: false };
const key = (more: object): Actor => ({
  kind: "project",
  projectId: "p" as ProjectId,
  keyId: SECOND,
  policy,
  ...more,
});

describe("a key that took over from another one", () => {
  it("counts on the budgets of the first one, where it has rules", () => {
    expect(restrictedKeyOf(key({ access, rulesOf: FIRST }))).toBe(FIRST);
    expect(restrictedKeyOf(key({ access }))).toBe(SECOND);
    expect(restrictedKeyOf(key({ rulesOf: FIRST }))).toBeUndefined();
  });

  it("is named in the journal by the first one, which a copy from before knows", () => {
    expect(actorIn(key({ rulesOf: FIRST }))).toEqual({ kind: "key", id: FIRST });
    expect(actorIn(key({}))).toEqual({ kind: "key", id: SECOND });
  });
});
