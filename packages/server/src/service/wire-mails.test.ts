import { describe, expect, it } from "vitest";
import { readConfig } from "#config.ts";
import { writeServiceMail } from "#mails";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createMetrics } from "#platform/metrics.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { wireMails } from "./wire-mails.ts";

const SMTP = { LEYDEN_SMTP_URL: "smtps://mail.example", LEYDEN_MAIL_FROM: "pay@example.com" };

function given(settings: Record<string, string>, isDevelopment: () => boolean) {
  const metrics = createMetrics({ process: false, clock: machineClock });
  const machine = { clock: machineClock, random: machineRandom() };
  return wireMails({ sends: false, isDevelopment, ...readConfig(settings) }, metrics, machine as never);
}

const write = ({ email }: ReturnType<typeof given>) =>
  writeServiceMail(email, {
    kind: "voucher",
    recipient: emailAddress("alice@example.com"),
    content: { subject: "s", text: "t", html: "h" },
    goodUntil: new Date(),
  });

describe("mail", () => {
  it("goes to the server that is configured, in development too", () => {
    for (const isDevelopment of [true, false]) {
      const mails = given(SMTP, () => isDevelopment);
      expect(mails.outlet().kind).toBe("smtp");
      expect(mails.part()).toEqual({ name: "mail", ready: true });
    }
  });

  it("is kept without a server, as soon as the node is known to be one of development", () => {
    let network: string | undefined;
    const mails = given({}, () => network === "regtest");
    expect(mails.outlet().kind).toBe("none");
    network = "regtest";
    expect(mails.outlet().kind).toBe("mailbox");
    expect(mails.part()).toEqual({ name: "mail", ready: true });
    expect(write(mails).recipient).toBe("alice@example.com");
  });

  it("is refused before anything is written where money is real and there is no server, and /readyz warns", () => {
    const mails = given({}, () => false);
    expect(() => write(mails)).toThrow(expect.objectContaining({ code: "mail_not_configured", status: 503 }));
    expect(mails.part()).toEqual({ name: "mail", ready: true, warning: expect.stringContaining("LEYDEN_SMTP_URL") });
  });
});
