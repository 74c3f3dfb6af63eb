import { onTestFinished } from "vitest";
import { type Db, sql } from "../db.ts";
import { connect } from "../pool.ts";
import type { DatabaseUnderTest } from "./database.harness.ts";

/** A copy of a test's whole database, and the way back to it: as a restored backup. */
export function copiesOf(database: () => DatabaseUnderTest) {
  /** On another database of the server: none may be connected to the one that is copied. */
  async function withServer(work: (server: Db, name: string) => Promise<void>): Promise<void> {
    const address = new URL(database().url);
    const name = address.pathname.slice(1);
    address.pathname = "/postgres";
    const server = connect({ url: address.href, max: 1, name: "test copies" });
    try {
      // a backend that ends by itself before it is told to is a warning, and a warning counts as an unknown outcome
      await run(server, "set client_min_messages = error");
      await work(server, name);
    } finally {
      await server.close();
    }
  }

  async function copy(server: Db, from: string, to: string): Promise<void> {
    await run(server, `drop database if exists "${to}" with (force)`);
    for (let attempt = 0; ; attempt += 1) {
      await server.query(sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${from}`);
      try {
        return await run(server, `create database "${to}" template "${from}"`);
      } catch (error) {
        if (attempt === 20) throw error; // a pool has connected again in between
      }
    }
  }

  /** Pools notice that their idle connections are gone. */
  async function settle(): Promise<void> {
    for (const db of [database().db, database().admin])
      for (let tries = 0; tries < 50; tries += 1)
        if (
          await db.query(sql`select 1`).then(
            () => true,
            () => false,
          )
        )
          break;
  }

  return {
    async take(): Promise<void> {
      await withServer((server, name) => copy(server, name, `${name}_copy`));
      onTestFinished(() =>
        withServer((server, name) => run(server, `drop database if exists "${name}_copy" with (force)`)),
      );
      await settle();
    },
    async putBack(): Promise<void> {
      await withServer((server, name) => copy(server, `${name}_copy`, name));
      await settle();
    },
  };
}

async function run(server: Db, text: string): Promise<void> {
  await server.query({ text, values: [] });
}
