import { once } from "node:events";
import { request } from "node:http";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { formTokenOf } from "#platform/http/browser-cookie.ts";
import { atRest, serve } from "#service/testing/app.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import type { ExportList, ExportPart } from "./account/export-account.ts";
import { browserOf, COOKIE, createLoginWorld, logIn } from "./testing/login.harness.ts";

/** More than the buffers of a connection on this machine hold, which are some 10 MB. */
const PAGES = 500;
const PAGE = Array.from({ length: 100 }, (_, i) => `${i} ${"x".repeat(1_000)}`);

onDatabase("the export of an account", (database) => {
  async function given(exportLists: Readonly<Record<string, ExportList>>, exportParts: readonly ExportPart[] = []) {
    const world = createLoginWorld(database(), { exportLists, exportParts });
    const user = await givenUser(database());
    const app = await world.app();
    const browser = browserOf(app);
    await logIn(world, browser, { email: user.email });
    return { app, browser, user };
  }
  const listOf = (pages: readonly (readonly unknown[])[]): ExportList =>
    async function* () {
      yield* pages;
    };

  it("is one JSON document with lists of any number of pages, also empty ones", async () => {
    const foreign = 'a "quote"],\n  "user": null';
    const lists = { none: [], empty: [[], []], some: [[], [{ foreign }, 2n], [], [null]] };
    const exportLists = Object.fromEntries(Object.entries(lists).map(([name, pages]) => [name, listOf(pages)]));
    const { browser, user } = await given(exportLists, [async () => ({ part: 1n })]);
    const { statusCode, headers, body } = await browser.post("/account/export", {});
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(headers["content-disposition"]).toBe('attachment; filename="leyden-account.json"');
    expect(JSON.parse(body)).toMatchObject({
      user: { id: user.id },
      part: "1",
      none: [],
      empty: [],
      some: [{ foreign }, "2", null],
    });
    expect(body.split("\n")).toContain('    "2",');
  });

  it("asks each list for the user who is logged in", async () => {
    const asked: string[] = [];
    const { browser, user } = await given({
      async *list({ id }) {
        asked.push(id);
        yield [];
      },
    });
    await browser.post("/account/export", {});
    expect(asked).toEqual([user.id]);
  });

  it("reads no further for a reader that does not read, and ends when the reader is gone", async () => {
    const state = { pages: 0, isEnded: false };
    const { app, browser } = await given({
      async *list() {
        try {
          for (; state.pages < PAGES; state.pages += 1) yield PAGE;
        } finally {
          state.isEnded = true;
        }
      },
    });
    const { port, close } = await serve(app);
    const cookie = browser.secret() ?? "";
    const type = "application/x-www-form-urlencoded";
    const headers = { cookie: `${COOKIE}=${cookie}`, "content-type": type };
    const sent = request({ port, host: "127.0.0.1", method: "POST", path: "/account/export", headers });
    sent.end(new URLSearchParams({ csrf: formTokenOf(cookie) }).toString());
    const [answer] = await once(sent, "response");
    expect(answer.statusCode).toBe(200);
    answer.pause();
    const before = await atRest(() => state.pages);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(PAGES - 100);
    sent.destroy();
    await expect.poll(() => state.isEnded).toBe(true);
    expect(state.pages).toBeLessThanOrEqual(before + 1);
    await close();
  });

  it("is a page of a failure, and no file, when it fails before it began", async () => {
    const { browser } = await given({}, [() => Promise.reject(new Error("no database"))]);
    const { statusCode, headers } = await browser.post("/account/export", {});
    expect([statusCode, headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
    expect(headers["content-disposition"]).toBeUndefined();
  });

  it("breaks off when a list fails", async () => {
    const { app, browser } = await given({
      async *list() {
        yield PAGE;
        throw new Error("no database");
      },
    });
    const { port, close } = await serve(app);
    const cookie = browser.secret() ?? "";
    const answer = await fetch(`http://127.0.0.1:${port}/account/export`, {
      method: "POST",
      headers: { cookie: `${COOKIE}=${cookie}` },
      body: new URLSearchParams({ csrf: formTokenOf(cookie) }),
    });
    await expect(answer.text()).rejects.toThrow("terminated");
    await close();
  });
});
