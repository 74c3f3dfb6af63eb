import { afterEach, expect, onTestFinished } from "vitest";
import type { Wallet } from "#kernel/caller.ts";
import type { Db } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { serve } from "#service/testing/app.harness.ts";
import { DASHBOARD } from "#slices/members/scope-routes.ts";
import { givenPages, type Someone } from "#slices/members/testing/pages.harness.ts";
import { walletScope } from "#slices/own-wallet/scope-routes.ts";
import { findWallet } from "#wallets";
import { pageStreamRoutes } from "../page-stream-routes.ts";
import { eventPageDeps } from "./events.harness.ts";
import { append, fastClock } from "./streams.harness.ts";

/** Streams of open pages, which are left after each test of the block. */
export function openPages(database: () => DatabaseUnderTest) {
  const leaving: (() => void)[] = [];
  const leaveAll = () => {
    for (const leave of leaving.splice(0)) leave();
  };
  afterEach(leaveAll);

  /** Time runs so many times as fast as the machine's. */
  async function given({ times = 1, streamsMax = 100, db = database().db as Db } = {}) {
    const events = eventPageDeps({ db, clock: fastClock(times), streamsMax });
    const wallet = { ...database(), clock: fastClock(1), baseUrl: "https://leyden.example" };
    const pages = await givenPages(database(), { events, api: [walletScope(wallet, [pageStreamRoutes(events)])] });
    const { port, close } = await serve(pages.app);
    onTestFinished(async () => {
      await close();
      await expect.poll(() => events.watch.count()).toBe(0);
      await events.watch.stop();
    });

    async function open(path: string, { cookie }: Someone, headers: Record<string, string> = {}) {
      const gone = new AbortController();
      leaving.push(() => gone.abort());
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { cookie, ...headers },
        signal: gone.signal,
      });
      let text = "";
      const read = async () => {
        for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
      };
      const ended = read();
      ended.catch(() => undefined);
      const page = {
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        text: () => text,
        ended,
        leave: () => gone.abort(),
        changes: () => changesIn(text),
        /** Waits until so many changes have come. */
        received: async (count: number) => {
          await expect.poll(() => changesIn(text).length, { interval: 10 }).toBeGreaterThanOrEqual(count);
          return changesIn(text);
        },
      };
      if (page.status === 200) await expect.poll(() => text, { interval: 5 }).toContain(": listening\n\n");
      else await ended;
      return page;
    }
    const ofProject = (id: string, rest = "") => `${DASHBOARD}/projects/${id}/events/stream${rest}`;
    return { ...pages, events, open, ofProject };
  }

  async function write(ownerId: string, count = 1): Promise<string[]> {
    const { ids, statement } = append(ownerId, Array(count).fill({}));
    await database().db.query(statement);
    return ids;
  }
  const walletOf = async (id: Wallet["id"]) => (await findWallet(database().db, id)) as Wallet;

  return { given, write, walletOf, leaveAll };
}

/** Each change that has come whole: its id, if it has one, and its data. */
function changesIn(text: string): { readonly id: string | undefined; readonly [field: string]: unknown }[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .filter((block) => block.includes("event: change\n"))
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)?.[1],
      ...JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? ""),
    }));
}
