import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import type { UserId } from "#kernel/ids.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createProject } from "#projects";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { emailDeps } from "#slices/vouchers/testing/email.harness.ts";
import type { Ramp } from "./load-ramp.ts";
import { RAMP_OFF } from "./ramp-off.ts";
import { wireOwnWallet } from "./wire-own-wallet.ts";

const BASE_URL = "https://leyden.example";
const SELLER = "Coin Shop";
const USER = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as UserId;

onDatabase("who sells bitcoin to wallets", (database) => {
  async function given(ramp: Pick<Ramp, "sells" | "openForUser" | "bought">) {
    const { drive, pay } = createWorld(database());
    const project = await createProject(drive, { name: `Shop ${drive.random.uuid()}` });
    const wire = (rampWalletProject: string | undefined, mode: "on" | "off" = "on") =>
      wireOwnWallet(
        { baseUrl: BASE_URL, rampWalletProject },
        { ...drive, sealer: undefined as never },
        {
          paying: pay,
          charging: undefined as never,
          asking: undefined as never,
          prices: undefined as never,
          onSessionEnded: async () => undefined,
          email: { ...emailDeps(pay), mode },
          branding: { ...PLAIN, seller: { ...PLAIN.seller, name: SELLER } },
          lightning: { network: () => "regtest" },
          ramp,
        },
      );
    return { project, wire };
  }

  it("is the operator, for the project that the setting names by its name or its id, and nobody without it", async () => {
    const asked: unknown[] = [];
    const opened = { url: `${BASE_URL}/ramp/1#token=2`, expiresAt: new Date(0) };
    const ramp = {
      sells: () => true,
      bought: RAMP_OFF.bought,
      openForUser: async (request: Parameters<Ramp["openForUser"]>[0]) => {
        asked.push(request);
        return opened;
      },
    };
    const { project, wire } = await given(ramp);
    const idempotency = { scope: USER, input: "00" };
    for (const named of [project.name, project.name.toUpperCase(), project.id]) {
      expect((await wire(named).seller())?.name, named).toBe(SELLER);
      expect(await wire(named).openPurchase(USER, { currency: "EUR", idempotency })).toEqual(opened);
    }
    const request = {
      projectId: project.id,
      userId: USER,
      currency: "EUR",
      idempotency,
      returnUrl: `${BASE_URL}/wallet`,
    };
    expect(asked).toEqual([request, request, request]);
    for (const none of [undefined, "no such project"]) {
      expect(await wire(none).seller()).toBeUndefined();
      expect(await wire(none).openPurchase(USER, { currency: undefined, idempotency: undefined })).toBeUndefined();
    }
  });

  it("is nobody where the on-ramp is off, or nobody takes money", async () => {
    const { project, wire } = await given(RAMP_OFF);
    expect(await wire(project.name).seller()).toBeUndefined();
    expect(
      await wire(project.name).openPurchase(USER, { currency: undefined, idempotency: undefined }),
    ).toBeUndefined();
  });

  it("pays to e-mail addresses where the service does", async () => {
    const { wire } = await given(RAMP_OFF);
    expect([wire(undefined).paysToEmail(), wire(undefined, "off").paysToEmail()]).toEqual([true, false]);
  });
});
