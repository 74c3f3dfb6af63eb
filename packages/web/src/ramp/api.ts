/** Calls of the page's own service. */
import type { Confirmation, Price, ProviderPage, State } from "./state.ts";

/** The service said no. `code` is stable, the message is in English. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** There was no answer, or none of the service: the call may be made again later. */
export class Unreachable extends Error {}

/** The service could not answer now, or was asked too often. */
export function isForNow(error: unknown): boolean {
  return (
    error instanceof Unreachable || (error instanceof Refused && (error.status === TOO_MANY || error.status >= 500))
  );
}

const TOO_MANY = 429;

/** The service has other terms than the page has shown. */
export function isTermsChanged(error: unknown): boolean {
  return error instanceof Refused && error.code === "ramp_terms_changed";
}

export type RampApi = ReturnType<typeof createRampApi>;

const PATIENCE_MS = 20_000;

/** `base`: path of the session's page. `language`: of the page, and so of the mails that it asks for. */
export function createRampApi(base: string, language: string) {
  let key: string | undefined;

  async function send<Data>(
    method: "GET" | "POST",
    path: string,
    body?: object,
    credentials: "omit" | "same-origin" = "omit",
  ): Promise<Data> {
    const headers: Record<string, string> = { "accept-language": language };
    if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const request = { method, headers, signal: AbortSignal.timeout(PATIENCE_MS), credentials };
    const answer = await fetch(path, {
      ...request,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => Promise.reject(new Unreachable("no answer")));
    const content = await answer.json().catch(() => undefined);
    if (answer.ok && content?.success === true) return content.data;
    if (content?.error === undefined) throw new Unreachable(String(answer.status));
    throw new Refused(answer.status, content.error.code, content.error.message);
  }
  const post = <Data = State>(path: string, body: object = {}) => send<Data>("POST", `${base}/api${path}`, body);

  return {
    setKey: (pageKey: string | undefined) => {
      key = pageKey;
    },
    open: (token: string, pageKey: string) => post<unknown>("/open", { token, page_key: pageKey }),
    state: () => send<State>("GET", `${base}/api/state`),
    sendCode: () => post("/code"),
    /** `terms`: version of those that the page shows. */
    checkCode: (code: string, terms: string | undefined) => post("/code/check", { code, terms }),
    identity: () => post<{ readonly page: ProviderPage }>("/identity"),
    /** With the cookie, which no other call sends. */
    login: (proof: string) => send<State>("POST", `${base}/api/login`, { proof }, "same-origin"),
    /** About what money brings, or what bitcoin costs. No price holds. */
    price: (asked: { readonly amount: string } | { readonly sats: string }, currency: string) =>
      post<Price>("/price", { ...asked, currency }),
    quote: (amount: string, currency: string, terms: string | undefined) => post("/quote", { amount, currency, terms }),
    pay: (purchaseId: string) => post<{ readonly page: ProviderPage }>("/pay", { purchase_id: purchaseId }),
    /** A card is given to the processor now, or none is on its way. */
    sayCard: (purchaseId: string, given: boolean) => post("/card", { purchase_id: purchaseId, given }),
    /** A document was shown. */
    sayIdentity: () => post("/identity/given"),
    cancel: () => post("/cancel"),
    credit: (purchaseId: string) => post("/credit", { purchase_id: purchaseId }),
    sandboxIdentity: (reference: string, person: { readonly firstName: string; readonly surname: string }) =>
      send<unknown>("POST", `/ramp/sandbox/identity/${encodeURIComponent(reference)}`, person),
    sandboxCard: (reference: string, card: SandboxCard) =>
      send<Confirmation>("POST", `/ramp/sandbox/payments/${encodeURIComponent(reference)}/confirm`, card),
  };
}

export type SandboxCard = { readonly number: string; readonly expiry: string; readonly cvc: string };
