import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { updateResent } from "../store/events.ts";
import { givenDelivering } from "../testing/delivering.harness.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onDatabase("a delivery that is sent again", (database) => {
  it("has all its pauses anew, whether it had failed, was delivered or still waited", async () => {
    const world = await givenDelivering(database());
    let status = 500;
    const server = await world.receiver((_, response) => response.writeHead(status).end());
    const event = await world.append({ callbackUrl: server.url });
    const resend = () =>
      updateResent(
        database().db,
        { ownerId: world.owner, eventId: event, receiverId: undefined },
        { idempotency: undefined, now: world.clock.now() },
      );
    /** Fails until nothing is tried any more, a day later each time. Returns the pauses, in seconds. */
    const pauses = async () => {
      const seconds: number[] = [];
      for (let day = 0; day < 15; day += 1) {
        await world.run();
        const { pauseMs } = await world.delivery(event);
        if (pauseMs !== undefined) seconds.push(pauseMs / 1_000);
        world.clock.advance(29 * HOUR);
      }
      return seconds;
    };
    const isFirst = (seconds = Number.NaN) => seconds > 2 && seconds < 6.1;
    const first = await pauses();
    expect([first.length, isFirst(first[0])]).toEqual([10, true]);

    expect(await resend()).toBe("resent");
    const second = await pauses();
    expect([second.length, isFirst(second[0])]).toEqual([10, true]);
    expect(await world.delivery(event)).toMatchObject({ state: "failed", attempt: 22 });

    await resend();
    status = 200;
    await world.run();
    status = 500;
    await resend();
    await world.run();
    expect(isFirst(((await world.delivery(event)).pauseMs ?? 0) / 1_000)).toBe(true);
    world.clock.advance(MINUTE);
    await world.run();
    await resend(); // it waits for its third attempt
    await world.run();
    expect(isFirst(((await world.delivery(event)).pauseMs ?? 0) / 1_000)).toBe(true);
    expect((await world.attempts(event)).map(({ number }) => number)).toEqual(
      Array.from({ length: 26 }, (_, i) => i + 1),
    );
  });
});
