import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import type { SmtpServer } from "./smtp.ts";

/** What a server took. */
export type Taken = {
  readonly to: readonly string[];
  readonly from: string;
  /** Headers and body as they were sent. */
  readonly source: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
};

/** What a server does at a step: answers with this code, ends the connection, or says nothing more. */
export type Misbehaviour = number | "cut" | "hang";

export type Behaviour = {
  readonly onLogin?: Misbehaviour | undefined;
  readonly onSender?: Misbehaviour | undefined;
  readonly onRecipient?: Misbehaviour | undefined;
  /** After the whole mail has come. */
  readonly onMail?: Misbehaviour | undefined;
  /** Takes connections with TLS alone, or upgrades them when it is asked to. */
  readonly tls?: "always" | "starttls";
  readonly key?: string;
  readonly cert?: string;
};

/** A mail server on this machine; `behaves` may be changed while it runs. It is closed after the test. */
export async function serveSmtp(behaviour: Behaviour = {}) {
  const taken: Taken[] = [];
  const behaves = { ...behaviour };
  const step = (what: Misbehaviour | undefined, sessionId: string, done: (error?: Error | null) => void) => {
    if (what === undefined) return done();
    if (what === "hang") return;
    if (what === "cut")
      return connectionsOf(server)
        .find(({ id }) => id === sessionId)
        ?._socket.destroy();
    done(Object.assign(new Error("as the test says"), { responseCode: what }));
  };
  const server = new SMTPServer({
    logger: false,
    secure: behaviour.tls === "always",
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...(behaviour.tls === undefined ? { disabledCommands: ["STARTTLS"] } : {}),
    ...(behaviour.key === undefined ? {} : { key: behaviour.key, cert: behaviour.cert }),
    onAuth: ({ username }, { id }, done) => {
      const answer = (error?: Error | null) => (error ? done(error) : done(null, { user: username ?? "" }));
      step(behaves.onLogin, id, answer);
    },
    onMailFrom: (_, { id }, done) => step(behaves.onSender, id, done),
    onRcptTo: (_, { id }, done) => step(behaves.onRecipient, id, done),
    async onData(stream, session, done) {
      const source = await text(stream).catch(() => undefined);
      if (source === undefined) return; // the connection broke before the mail was there
      const { mailFrom, rcptTo } = session.envelope;
      taken.push({
        to: rcptTo.map(({ address }) => address),
        from: mailFrom ? mailFrom.address : "",
        source,
        isSecure: session.secure,
        user: typeof session.user === "string" ? session.user : undefined,
      });
      step(behaves.onMail, session.id, done);
    },
  });
  server.on("error", () => undefined); // of connections that a test breaks
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const { _socket } of connectionsOf(server)) _socket.destroy();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  return { port: (server.server.address() as AddressInfo).port, taken, behaves };
}

type Connections = { readonly connections: Iterable<{ readonly id: string; readonly _socket: { destroy(): void } }> };

/** The library has no other way to break a connection. */
function connectionsOf(server: unknown) {
  return [...(server as Connections).connections];
}

/** How the adapter reaches a server on this machine. */
export function smtpAt(port: number, changes: Partial<SmtpServer> = {}): SmtpServer {
  const from = { name: "Leyden", address: "pay@leyden.example" };
  return { host: "127.0.0.1", port, tls: "optional", login: undefined, from, ...changes };
}
