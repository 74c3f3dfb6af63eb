import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UserId } from "#kernel/ids.ts";
import { avatarOf } from "./avatar.ts";
import { profileChanges } from "./profile.ts";

describe("profileChanges", () => {
  it.each([
    [{ publicBio: "  Zoë 🎮 plays  " }, { publicBio: "Zoë 🎮 plays" }],
    [
      { publicBio: "", image: "", twitter: "", website: "" },
      { publicBio: "", image: "", twitter: "", website: "" },
    ],
    [{ image: "https://cdn.example/a.png" }, { image: "https://cdn.example/a.png" }],
    [{ twitter: "@alice_1" }, { twitter: "alice_1" }],
    [{ website: "http://alice.example" }, { website: "http://alice.example/" }],
    [{ publicBio: "x".repeat(300) }, { publicBio: "x".repeat(300) }],
    [{}, {}],
  ])("takes %j", (texts, taken) => {
    expect(profileChanges(texts)).toEqual(taken);
  });

  it.each([
    { publicBio: "x".repeat(301) },
    { publicBio: "two\nlines" },
    { publicBio: "turned \u202e around" },
    { publicBio: "half \ud83d" },
    { image: "http://cdn.example/a.png" },
    { image: "javascript:alert(1)" },
    { image: "data:image/svg+xml,<svg/>" },
    { image: "https://user:secret@cdn.example/a.png" },
    { image: `https://cdn.example/${"x".repeat(2_000)}` },
    { website: "javascript:alert(1)" },
    { website: "alice.example" },
    { twitter: "alice bob" },
    { twitter: "sixteen_letters_" },
    { twitter: "https://x.com/alice" },
  ])("refuses %j and names the field", (texts) => {
    const [field] = Object.keys(texts);
    expect(() => profileChanges(texts)).toThrow(
      expect.objectContaining({ code: "invalid_input", details: [expect.objectContaining({ field })] }),
    );
  });

  it("lets no control character through, wherever it stands", () => {
    const controls = fc.constantFrom("\0", "\x1b", "\x7f", "\u0085", "\u2028", "\u2066", "\u200f");
    fc.assert(
      fc.property(controls, fc.string(), fc.string(), (control, before, after) => {
        expect(() =>
          profileChanges({ publicBio: `a${before.slice(0, 50)}${control}${after.slice(0, 50)}b` }),
        ).toThrow();
      }),
    );
  });
});

describe("avatarOf", () => {
  const ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as UserId;

  it("is the same picture for the same id, and another one for another", () => {
    expect(avatarOf(ID)).toBe(avatarOf(ID));
    const others = Array.from({ length: 200 }, (_, i) => avatarOf(`${i}` as UserId));
    expect(new Set(others).size).toBe(200);
  });

  it("is mirrored, and has nothing in it that runs or loads", () => {
    const svg = avatarOf(ID);
    const columns = [...svg.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    const cells = new Set(columns.map(([x, y]) => `${x} ${y}`));
    for (const [x, y] of columns) expect(cells).toContain(`${128 - 20 - x} ${y}`);
    expect(svg).not.toMatch(/script|style|href|on\w+=/);
    expect(svg.length).toBeLessThan(1_500);
  });
});
