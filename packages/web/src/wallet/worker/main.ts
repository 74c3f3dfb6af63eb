import { type Build, walletWorker } from "./worker.ts";

declare const WALLET_BUILD: Build;

/** What a service worker has, as far as it is used; the types of windows do not know it. Service Workers, section 4. */
type Waiting = { waitUntil(done: Promise<unknown>): void };
type Asking = Waiting & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Scope = {
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Asking) => void): void;
  readonly clients: { claim(): Promise<void> };
};

const scope = self as unknown as Scope;
const worker = walletWorker(WALLET_BUILD, {
  caches,
  fetch: (...request) => fetch(...request),
  origin: location.origin,
});

scope.addEventListener("install", (event) => event.waitUntil(worker.install()));
scope.addEventListener("activate", (event) => event.waitUntil(worker.activate().then(() => scope.clients.claim())));
scope.addEventListener("fetch", (event) => {
  const answer = worker.answer(event.request, (done) => event.waitUntil(done));
  if (answer !== undefined) event.respondWith(answer);
});
