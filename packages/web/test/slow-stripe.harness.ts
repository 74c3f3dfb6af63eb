import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Stands for Stripe's script: each of its steps waits until the test lets it go on with an answer. */
const SCRIPT = `window.stripe = { begun: [], go: {} };
const hold = (step) => new Promise((go) => {
  stripe.begun.push(step);
  stripe.go[step] = go;
});
window.Stripe = () => ({
  elements: () => ({
    submit: () => hold("submit"),
    create: () => {
      const handlers = {};
      return {
        on: (event, handle) => (handlers[event] = handle),
        mount: (into) => hold("mount").then((event) => {
          if (event === "ready") into.append("A form of Stripe");
          handlers[event]();
        }),
        destroy: () => undefined,
      };
    },
  }),
  confirmPayment: () => hold("confirm"),
  verifyIdentity: () => hold("verify"),
  handleNextAction: () => hold("challenge"),
});`;
const ADDRESS = "https://js.stripe.com/**";

/** 100 ms at 60 frames a second, however slow the machine is on which they are drawn. */
const FRAMES = 6;

/** What a person sees, and is told by a reader of screens, of what goes on. */
const SAID = `[...document.querySelectorAll("h1, [role=status], [role=alert], .progress-list .current, [aria-busy=true]")]
  .filter((one) => one.checkVisibility() && one.closest("[inert]") === null && !one.classList.contains("hidden"))
  .map((one) => (one.ariaBusy === "true" ? "busy: " : "") + one.textContent.trim())
  .filter((text) => text !== "")`;

type Step = "submit" | "mount" | "confirm" | "verify" | "challenge";

/** Requests to an address that get no answer before `release`. */
type Held = { reached(): Promise<void>; release(): Promise<void> };

/** A page whose Stripe, and whose service where the test wants it, is as slow as it gets. */
export async function slowPage(page: Page) {
  async function hold(url: string, body?: string): Promise<Held> {
    const gate = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(url, async (route) => {
      asked += 1;
      await gate.promise;
      const answer = body === undefined ? route.continue() : route.fulfill({ contentType: "text/javascript", body });
      await answer.catch(() => undefined); // the page is gone
    });
    return {
      reached: () => expect.poll(() => asked).toBeGreaterThan(0),
      release: async () => {
        gate.resolve();
        if (body === undefined) await page.unroute(url);
      },
    };
  }
  const script = await hold(ADDRESS, SCRIPT);
  const said = async () => (await page.evaluate(SAID)) as readonly string[];
  return {
    /** Stripe's script is asked for, and comes when the test wants it. */
    script,
    hold: (path: string) => hold(`**/api${path}`),
    said,
    /** A step of Stripe's script has begun. */
    begun: (step: Step) => expect.poll(() => page.evaluate("window.stripe?.begun ?? []")).toContain(step),
    steps: async () => (await page.evaluate("stripe.begun")) as readonly string[],
    go: (step: Step, answer: unknown = {}) => page.evaluate(`stripe.go.${step}(${JSON.stringify(answer)})`),
    /** Presses a button of the page. What the page says in the frames until 100 ms later, in the last of them. */
    press: async (name: string): Promise<readonly string[]> => {
      await page.getByRole("button", { name, exact: true }).waitFor();
      return (await page.evaluate(`new Promise((resolve) => {
        const button = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === ${JSON.stringify(name)});
        let frames = 0;
        const look = () => ((frames += 1) < ${FRAMES} ? requestAnimationFrame(look) : resolve(${SAID}));
        button.click();
        requestAnimationFrame(look);
      })`)) as readonly string[];
    },
    /** Looks at each frame from now on. The answer says in how many of them the page said nothing of what goes on. */
    watch: async (silent: string): Promise<() => Promise<readonly string[]>> => {
      await page.evaluate(`window.silent = [];
        const look = () => {
          const said = ${SAID}.filter((text) => text !== ${JSON.stringify(silent)});
          if (said.length === 0) window.silent.push(document.body.innerText);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);`);
      return async () => (await page.evaluate("window.silent")) as readonly string[];
    },
  };
}
