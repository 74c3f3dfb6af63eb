import { describe, expect, it, onTestFinished } from "vitest";
import type { Letter } from "#mails";
import { machineClock } from "#platform/machine/clock.ts";
import { CERTIFICATE, hurriedClock, PRIVATE_KEY, serveRaw } from "#platform/outbound/outbound.harness.ts";
import { chooseMailer, greetMailServer } from "./choose.ts";
import { type Behaviour, serveSmtp, smtpAt } from "./smtp.harness.ts";
import type { SmtpServer } from "./smtp.ts";

const LETTER: Letter = {
  id: "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
  to: "alice@example.com",
  content: { subject: "Grüße", text: "the text part", html: "<p>the HTML part</p>" },
  unsubscribeUrl: "https://leyden.example/unsubscribe/token",
};

const NEVER = new AbortController().signal;

const sendTo = (port: number, changes: Partial<SmtpServer> = {}, letter = LETTER) =>
  chooseMailer(smtpAt(port, changes), machineClock).send(letter, NEVER);

/** Header fields, unfolded. */
function headersOf(source: string): ReadonlyMap<string, string> {
  const head = source.slice(0, source.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  return new Map(
    head.split("\r\n").map((line) => {
      const [, name = "", value = ""] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      return [name.toLowerCase(), value];
    }),
  );
}

describe("a letter", () => {
  it("reaches the server with both parts, and with headers that unsubscribe in one click", async () => {
    const server = await serveSmtp();

    expect(await sendTo(server.port)).toEqual({ kind: "accepted" });

    const [mail] = server.taken;
    expect(server.taken).toHaveLength(1);
    expect(mail).toMatchObject({ to: ["alice@example.com"], from: "pay@leyden.example" });
    const headers = headersOf(mail?.source ?? "");
    expect(headers.get("from")).toBe("Leyden <pay@leyden.example>");
    expect(headers.get("to")).toBe("alice@example.com");
    expect(headers.get("message-id")).toBe("<01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10@leyden.example>");
    expect(headers.get("list-unsubscribe")).toBe("<https://leyden.example/unsubscribe/token>");
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(headers.get("subject")).toMatch(/^=\?UTF-8\?/);
    expect(mail?.source).toContain("the text part");
    expect(mail?.source).toContain("<p>the HTML part</p>");
  });

  it("cannot be unsubscribed when it is of the service itself", async () => {
    const server = await serveSmtp();
    await sendTo(server.port, {}, { ...LETTER, unsubscribeUrl: undefined });
    expect(server.taken[0]?.source).not.toMatch(/list-unsubscribe/i);
  });

  it("gets no header and no recipient by a line break in its subject", async () => {
    const server = await serveSmtp();
    await sendTo(
      server.port,
      {},
      { ...LETTER, content: { ...LETTER.content, subject: "a\r\nBcc: eve@example.com\r\n\r\nb" } },
    );
    const [mail] = server.taken;
    expect(mail?.to).toEqual(["alice@example.com"]);
    expect(headersOf(mail?.source ?? "").has("bcc")).toBe(false);
  });

  it("is sent with the login of the configuration", async () => {
    const server = await serveSmtp();
    const login = { user: "leyden", password: "p@ss" };
    expect(await sendTo(server.port, { login })).toEqual({ kind: "accepted" });
    expect(server.taken[0]?.user).toBe("leyden");
  });
});

describe("a refusal", () => {
  it.each<[string, Behaviour, object]>([
    ["final for an address that is none", { onRecipient: 550 }, { reply: 550, isFinal: true }],
    ["final for a mail that is not wanted", { onMail: 554 }, { reply: 554, isFinal: true }],
    ["for now when the address is busy", { onRecipient: 450 }, { reply: 450, isFinal: false }],
    ["for now when the server is short of space", { onMail: 452 }, { reply: 452, isFinal: false }],
    [
      "for now when the sender is not allowed: the operator can mend that",
      { onSender: 553 },
      { reply: 553, isFinal: false },
    ],
    ["for now when a login is asked for", { onRecipient: 530 }, { reply: 530, isFinal: false }],
  ])("is %s", async (_, behaviour, expected) => {
    const server = await serveSmtp(behaviour);
    expect(await sendTo(server.port)).toEqual({ kind: "refused", ...expected });
  });

  it("is for now when the password is wrong", async () => {
    const server = await serveSmtp({ onLogin: 535 });
    expect(await sendTo(server.port, { login: { user: "leyden", password: "old" } })).toEqual({
      kind: "refused",
      reply: 535,
      isFinal: false,
    });
    expect(server.taken).toEqual([]);
  });
});

describe("no answer", () => {
  it("is a server that ends the connection after the mail", async () => {
    const server = await serveSmtp({ onMail: "cut" });
    expect(await sendTo(server.port)).toEqual({ kind: "no_answer", reason: "connect" });
    expect(server.taken).toHaveLength(1);
  });

  it("is a port where nothing listens", async () => {
    const gone = await serveRaw(() => undefined);
    await gone.close();
    expect(await sendTo(gone.port)).toEqual({ kind: "no_answer", reason: "connect" });
  });

  it("is a name that leads nowhere", async () => {
    expect(await sendTo(25, { host: "mail.invalid" })).toEqual({ kind: "no_answer", reason: "connect" });
  });

  it("is what speaks no SMTP", async () => {
    const server = await serveRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    onTestFinished(() => server.close());
    expect((await sendTo(server.port)).kind).toBe("no_answer");
  });

  it.each<[string, (write: (text: string) => void) => void]>([
    ["is silent", () => undefined],
    ["never ends its greeting", (write) => void setInterval(() => write("220-x\r\n"), 20).unref()],
  ])("is a server that %s: it is left after the deadline", async (_, greet) => {
    const server = await serveRaw((socket) => {
      socket.on("error", () => undefined);
      greet((text) => !socket.destroyed && socket.write(text));
    });
    onTestFinished(() => server.close());
    const handed = await chooseMailer(smtpAt(server.port), hurriedClock).send(LETTER, NEVER);
    expect(handed).toEqual({ kind: "no_answer", reason: "timeout" });
    await expect.poll(() => server.connections.map((socket) => socket.destroyed)).toEqual([true]);
  });

  it("is a stop of this process, at any step", async () => {
    for (const behaviour of [{ onSender: "hang" }, { onMail: "hang" }] as const) {
      const server = await serveSmtp(behaviour);
      const stop = new AbortController();
      const sending = chooseMailer(smtpAt(server.port), machineClock).send(LETTER, stop.signal);
      setTimeout(() => stop.abort(), 200);
      expect(await sending).toEqual({ kind: "no_answer", reason: "aborted" });
    }
  });
});

describe("a greeting", () => {
  const greet = (port: number, changes: Partial<SmtpServer> = {}) => greetMailServer(smtpAt(port, changes));

  it("says that the server would take a mail, with its login, and sends none", async () => {
    const server = await serveSmtp();
    expect(await greet(server.port)).toEqual({ kind: "ready" });
    expect(await greet(server.port, { login: { user: "leyden", password: "p@ss" } })).toEqual({ kind: "ready" });
    expect(server.taken).toEqual([]);
  });

  it("says why it would not", async () => {
    const refusing = await serveSmtp({ onLogin: 535 });
    const login = { user: "leyden", password: "old" };
    expect(await greet(refusing.port, { login })).toEqual({ kind: "refused", reply: 535, isFinal: false });
    expect((await greet((await serveSmtp()).port, { tls: "required" })).kind).not.toBe("ready");
    const gone = await serveRaw(() => undefined);
    await gone.close();
    expect(await greet(gone.port)).toEqual({ kind: "no_answer", reason: "connect" });
  });

  it("leaves no connection open", async () => {
    const server = await serveRaw((socket) => socket.resume().end("220 hello\r\n"));
    onTestFinished(() => server.close());
    expect((await greet(server.port)).kind).toBe("no_answer");
    await expect.poll(() => server.connections.map((socket) => socket.destroyed)).toEqual([true]);
  });
});

describe("TLS", () => {
  const withTls = (tls: "always" | "starttls") => serveSmtp({ tls, key: PRIVATE_KEY, cert: CERTIFICATE });
  const trusted = { ca: CERTIFICATE };

  it.each([
    ["always", "always"],
    ["required", "starttls"],
    ["optional", "starttls"],
  ] as const)("is used when it is %s", async (tls, offered) => {
    const server = await withTls(offered);
    expect(await sendTo(server.port, { ...trusted, tls })).toEqual({ kind: "accepted" });
    expect(server.taken[0]?.isSecure).toBe(true);
  });

  it("that is required and missing keeps mail and password here", async () => {
    const server = await serveSmtp();
    const handed = await sendTo(server.port, { tls: "required", login: { user: "leyden", password: "secret" } });
    expect(handed).toMatchObject({ kind: "refused", isFinal: false });
    expect(server.taken).toEqual([]);
  });

  it("with a certificate that is not trusted keeps them here, too", async () => {
    const server = await withTls("starttls");
    const handed = await sendTo(server.port, { tls: "optional" });
    expect(handed.kind).toBe("no_answer");
    expect(server.taken).toEqual([]);
  });
});
