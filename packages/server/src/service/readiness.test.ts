import { afterEach, describe, expect, it } from "vitest";
import { lookByHand } from "#platform/database/testing/look.harness.ts";
import { type ReadinessWatch, watchReadiness } from "./readiness.ts";

let watch: ReadinessWatch | undefined;
afterEach(() => watch?.stop());

const noPause = async (): Promise<object[]> => [{ "0 pauses": [], "0 closed": null }];

async function givenReadiness({
  query = noPause,
  nodeLacks = (): string | undefined => undefined,
  overdue = (): readonly string[] => [],
} = {}) {
  let asked = 0;
  const db = {
    query<Row>() {
      asked += 1;
      return query() as Promise<Row[]>;
    },
  };
  const missing = () => [{ name: "demo", ready: false }];
  const { look } = lookByHand(db);
  const own = await watchReadiness({ look, nodeLacks, overdue, missing });
  watch = own;
  const waitingFor = async () =>
    Object.fromEntries((await own.parts()).map((part) => [part.name, part.ready ? "ready" : part.waitingFor]));
  return { own, waitingFor, asked: () => asked };
}

describe("readiness", () => {
  it("is there from the beginning, and asks nothing of the database when it is read", async () => {
    const { own, asked } = await givenReadiness();
    expect(asked()).toBe(1);
    const read = Array.from({ length: 100 }, () => own.parts());
    expect(asked()).toBe(1);
    expect((await Promise.all(read))[99]).toEqual([
      { name: "database", ready: true },
      { name: "sending", ready: true },
      { name: "lightning", ready: true },
      { name: "tasks", ready: true },
      { name: "demo", ready: false },
    ]);
  });

  it("follows the node as it was polled last", async () => {
    let lack: string | undefined = "its channels have nothing left to send";
    const { waitingFor } = await givenReadiness({ nodeLacks: () => lack });
    expect(await waitingFor()).toMatchObject({ lightning: lack });
    lack = undefined;
    expect(await waitingFor()).toMatchObject({ lightning: "ready" });
  });

  it("warns of tasks that hang, and is given all the same", async () => {
    let late: readonly string[] = ["ledger.close_hour", "payments.drive"];
    const { own } = await givenReadiness({ overdue: () => late });
    const tasks = async () => (await own.parts()).find(({ name }) => name === "tasks");
    expect(await tasks()).toEqual({
      name: "tasks",
      ready: true,
      warning: "longer under way than they may be: ledger.close_hour, payments.drive",
    });
    late = [];
    expect(await tasks()).toEqual({ name: "tasks", ready: true });
  });

  it("reports a database that does not answer once, and does not take that for a pause", async () => {
    const query = async () => Promise.reject(new Error("gone"));
    const { waitingFor } = await givenReadiness({ query });
    expect(await waitingFor()).toMatchObject({ database: "it does not answer", sending: "ready" });
  });
});
