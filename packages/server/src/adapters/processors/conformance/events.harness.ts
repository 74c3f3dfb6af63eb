import { expect, it } from "vitest";
import { type ProcessorMessage, WebhookRefused } from "#ramp";
import { authorized, type Begun, begin, captured, type ProcessorWorld } from "./world.harness.ts";

/** More than one answer holds. */
const MANY = 130;

export function eventsConform(world: () => ProcessorWorld): void {
  it("name the payment that a signed message is about, with an id that stays the same", async () => {
    const { reference } = await authorized(world());
    const message = world().message(reference);
    const event = world().processor.readWebhook(message);
    expect(event).toMatchObject({ type: expect.any(String), subject: { kind: "payment", reference } });
    expect(event.id).toMatch(/^\w+$/);
    expect(world().other.readWebhook(message)).toEqual(event);
  });

  it("refuse what another key signed, what is old, what was changed, and what is not signed", async () => {
    const { reference } = await authorized(world());
    const { processor, message } = world();
    const good = message(reference);
    const [name = "", signature] = Object.entries(good.headers)[0] ?? [];
    const text = Buffer.from(good.body).toString("utf8");
    const forged: ProcessorMessage[] = [
      message(reference, { otherKey: true }),
      message(reference, { ageSeconds: 330 }),
      { ...good, body: Buffer.from(text.replace(reference, `${reference}x`)) },
      { ...good, body: Buffer.from(`${text} `) },
      { ...good, body: Buffer.alloc(0) },
      { ...good, headers: {} },
      { ...good, headers: { [name]: "" } },
      { ...good, headers: { [name]: [String(signature), String(signature)] } },
      { ...good, headers: { [name]: String(signature).replace(/v1=[0-9a-f]*/, "v1=") } },
      { ...good, headers: { [name]: String(signature).replace(/v1=../, "v1=zz") } },
      { ...good, headers: { [name]: String(signature).replace(/t=\d/, "t=9") } },
    ];
    for (const one of forged) expect(() => processor.readWebhook(one)).toThrow(WebhookRefused);
    expect(processor.readWebhook(message(reference, { ageSeconds: 270 })).subject?.reference).toBe(reference);
  });

  it("are found in the order in which they happened, from the last hour or from a cursor, which can be used again", async () => {
    const start = await allChanges(world());
    expect(await world().processor.listChanged(start.cursor)).toEqual({ cursor: start.cursor, references: [] });

    const first = await authorized(world());
    const second = await begin(world());
    const third = await captured(world());
    await world().pay(second.reference, "declined");
    const order = [first.reference, third.reference, second.reference];
    expect(await world().processor.listChanged(start.cursor)).toMatchObject({ references: order });
    expect((await world().other.listChanged(start.cursor)).references).toEqual(order);
    const all = await allChanges(world());
    expect(all.references.filter((reference) => order.includes(reference))).toEqual(order);

    await world().processor.refund(third.reference, third.purchaseId);
    expect((await world().processor.listChanged(all.cursor)).references).toEqual([third.reference]);
    expect((await world().processor.listChanged(all.cursor)).references).toEqual([third.reference]);
  });

  it("are found to the last one when there are more than an answer holds", async () => {
    const { cursor } = await allChanges(world());
    const references: string[] = [];
    for (let i = 0; i < MANY; i += 1) references.push((await authorized(world())).reference);
    const first = await world().processor.listChanged(cursor);
    expect(first.references.length).toBeLessThanOrEqual(100);
    expect((await allChanges(world(), cursor)).references).toEqual(references);
    const fromTheStart = (await allChanges(world())).references;
    expect(fromTheStart.filter((reference) => references.includes(reference))).toEqual(references);
  });

  it("are found by a time, once each, with their purchase, also when there are more than an answer holds", async () => {
    const { processor } = world();
    const since = new Date(Date.now() - 60_000);
    const begun: Begun[] = [];
    for (let i = 0; i < MANY; i += 1) begun.push(await begin(world()));
    const first = begun[0] as Begun;
    await world().pay(first.reference, "good");
    await processor.capture(first.reference, first.purchaseId);
    await processor.refund(first.reference, first.purchaseId);
    await world().dispute((await captured(world())).reference);
    const references = new Set(begun.map(({ reference }) => reference));
    const found = (await processor.listSince(since)).filter(({ reference }) => references.has(reference));
    const inOrder = (some: readonly Begun[]) => some.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
    const ours = found.map(({ reference, purchaseId }) => ({ reference, purchaseId }));
    expect(inOrder(ours as Begun[])).toEqual(inOrder(begun));
    const returned = found.filter(({ isReturned }) => isReturned);
    expect(returned.map(({ reference }) => reference)).toEqual([first.reference]);
    expect(await processor.listSince(new Date(Date.now() + 60_000))).toEqual([]);
  });

  it("are found from the last hour when the cursor is another processor's", async () => {
    const { reference } = await authorized(world());
    expect((await allChanges(world(), "nonsense")).references).toContain(reference);
  });
}

/** All changes up to now, oldest first, with the cursor after them. */
async function allChanges({ processor }: ProcessorWorld, from = ""): Promise<{ cursor: string; references: string[] }> {
  const references: string[] = [];
  for (let cursor = from; ; ) {
    const step = await processor.listChanged(cursor);
    references.push(...step.references);
    if (step.cursor === cursor) return { cursor, references };
    cursor = step.cursor;
  }
}
