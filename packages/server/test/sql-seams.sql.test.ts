import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";

const SRC = join(import.meta.dirname, "../src");

/**
 * The database's own time and randomness. A payment's times and ids come from its caller, so that a run can be
 * repeated.
 */
const REAL =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid|uuidv[47])\s*\(|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/i;

/**
 * By design the database says when a session of the ramp begins and ends: 15 minutes to the second, whatever the clock
 * of a process says.
 */
const TIMES_OF_SESSIONS = {
  functions: ["ramp.create_many", "ramp.begin_many"],
  statements: ["slices/ramp/store/sessions.ts"],
};

function usesOfTheDatabase(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, "")
    .split("\n")
    .filter((line) => REAL.test(line));
}

/** Functions, defaults and checks of the slices, as the database has them. `platform` may have times of its own. */
async function listExpressions(db: Db): Promise<readonly { name: string; text: string }[]> {
  return await db.query<{ name: string; text: string }>(sql`
    with slice as (
      select n.oid, n.nspname as name
        from pg_namespace n
       where n.nspname !~ '^pg_'
         and n.nspname not in ('information_schema', 'public', 'platform')
    )
    select format('%I.%I', s.name, f.proname) as name, f.prosrc as text
      from slice s
      join pg_proc f
        on f.pronamespace = s.oid
    union all
    select format('%I.%I.%I', s.name, t.relname, a.attname), pg_get_expr(d.adbin, d.adrelid)
      from slice s
      join pg_class t
        on t.relnamespace = s.oid
      join pg_attrdef d
        on d.adrelid = t.oid
      join pg_attribute a
        on a.attrelid = t.oid
       and a.attnum = d.adnum`);
}

onDatabase("the slices' SQL", (database) => {
  it("asks the database for neither time nor randomness", async () => {
    const found = await listExpressions(database().admin);

    expect(found.length).toBeGreaterThan(20);
    const using = found.flatMap(({ name, text }) =>
      usesOfTheDatabase(text).map((line) => ({ name, line: line.trim() })),
    );
    expect(using.filter(({ name }) => !TIMES_OF_SESSIONS.functions.includes(name))).toEqual([]);
    expect(using.map(({ name }) => name).toSorted()).toEqual(TIMES_OF_SESSIONS.functions.toSorted()); // each one, once
  });
});

/** @throws {Error} when one has a template inside it, because what follows that is not seen. */
function statementsOf(source: string): string[] {
  const statements = [...source.matchAll(/\b(?:sql|part)`([^`]*)`/g)].map(([, text = ""]) => text);
  const broken = statements.find((text) => text.lastIndexOf("${") > text.lastIndexOf("}"));
  if (broken !== undefined) throw new Error(`give the template inside it a name: ${broken}`);
  return statements;
}

describe("the statements of the slices", () => {
  it("are looked at with their parts, and have no template inside them", () => {
    expect(statementsOf("sql`a c` + part`d`")).toEqual(["a c", "d"]);
    expect(() => statementsOf("sql`a $".concat("{part`b`} now()`"))).toThrow("give the template inside it a name");
  });

  it("ask the database for neither time nor randomness", () => {
    const files = globSync(join(SRC, "slices/**/*.ts")).filter((path) => !/\.(test|harness)\.ts$/.test(path));
    const using = files.flatMap((path) => {
      const statements = statementsOf(readFileSync(path, "utf8"));
      return statements.some((text) => usesOfTheDatabase(text).length > 0) ? [relative(SRC, path)] : [];
    });
    expect(using).toEqual(TIMES_OF_SESSIONS.statements);
  });

  it.each([
    "select now()",
    "values (current_timestamp)",
    "gen_random_uuid ()",
    "limit random() * 3",
    "clock_timestamp()",
  ])("are caught when they do: %s", (text) => {
    expect(usesOfTheDatabase(`-- now()\nselect 1; ${text}`)).toHaveLength(1);
  });
});

/**
 * What moves value while the ledger is closed, and why: what the node has settled or proved failed, what was received,
 * and what an operator books.
 */
const ALSO_WHILE_CLOSED = new Set([
  "lightning/sql/book_chain_many.sql",
  "lightning/sql/book_equity_many.sql",
  "lightning/sql/book_foreign_many.sql",
  "lightning/sql/book_forwards_many.sql",
  "lightning/sql/book_operator_many.sql",
  "lightning/sql/replace_node.sql", // the node may have died before the comparison of a start
  "lightning/sql/set_aside_many.sql",
  "lightning/sql/settle_former.sql",
  "lightning/sql/take_back_loss.sql",
  "onchain/sql/bring_back.sql", // what was published before a restore
  "onchain/sql/finish_child_many.sql",
  "onchain/sql/finish_many.sql",
  "payments/sql/bring_back.sql", // what has left before a restore
  "payments/sql/finish_many.sql",
  "receiving/sql/bring_back.sql", // of suspense, what was received for it
  "receiving/sql/credit_many.sql",
  "receiving/sql/take_back.sql", // inside of book_foreign_many
  "vouchers/sql/bring_back.sql", // was issued before a restore
  "vouchers/sql/end_claim_many.sql", // gives back what a payment that the node has ended did not take
  "vouchers/sql/revoke_again.sql", // was revoked before a restore, and could be redeemed once the ledger is open
]);
/** Called by functions that have locked the ledger. */
const INSIDE_OF_OTHERS = new Set([
  "ledger/sql/post_all.sql",
  "ledger/sql/post_departed.sql",
  "ledger/sql/post_many.sql",
  "payments/sql/post_within_budgets.sql",
]);

describe("the functions that post", () => {
  it("lock the ledger only while it is open, but for those that are named here", () => {
    const slices = join(SRC, "slices");
    const posting = globSync("*/sql/*.sql", { cwd: slices }).filter((path) =>
      /\b(?:ledger\.post_(?:all|many|departed)|lightning\.insert_booking|vouchers\.(?:give_back|end_open))\(/.test(
        readFileSync(join(slices, path), "utf8").replaceAll(/--.*$/gm, ""),
      ),
    );
    const isGuarded = (path: string) => readFileSync(join(slices, path), "utf8").includes("ledger.lock_open_book()");
    const open = posting.filter((path) => !isGuarded(path) && !INSIDE_OF_OTHERS.has(path));

    expect(posting.length).toBeGreaterThan(15);
    expect(open.toSorted()).toEqual([...ALSO_WHILE_CLOSED].toSorted());
  });
});
