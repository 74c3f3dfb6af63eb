import { html, htmlDocument } from "#platform/html.ts";

type Game = {
  /** Name under which the merchant keeps the webhooks of this page. */
  readonly inbox: string;
  readonly baseUrl: string;
  /** Of the service. */
  readonly name: string;
  /** Lightning address of the merchant of the embedded network. */
  readonly merchant: string;
  /** Colours and letters of all pages, as CSS. */
  readonly look: string;
};

/** Of BIP 173, "Test vectors", on regtest: valid, and nobody's. */
const EXAMPLE_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/**
 * A page of a game: what its backend and its page do, and what arrives. Only the loader of the widget comes from
 * elsewhere.
 */
export function gamePage({ inbox, baseUrl, name, merchant, look }: Game): string {
  return htmlDocument({
    title: "Moon Lander · a game that sells bitcoin",
    style: look + STYLE,
    script: GAME_SCRIPT,
    head: html`<script src="${baseUrl}/widget/v1/leyden-ramp.js"></script>`,
    body: html`<main data-inbox="${inbox}" data-base="${baseUrl}">
<header><p class="soft">A page of development. Money here is made up.</p><h1>Moon Lander</h1>
<p>You are out of fuel. Buy some bitcoin, and fly on.</p></header>
<div class="sides">
<section aria-labelledby="shop">
<h2 id="shop">The game</h2>
<form id="buy">
<label>Your e-mail address <input name="email" type="email" required value="player@example.com" autocomplete="email"></label>
<fieldset><legend>Where the bitcoin goes</legend>
<label class="choice"><input type="radio" name="to" value="" checked><span>Your wallet at <bdi>${name}</bdi></span></label>
<label class="choice"><input type="radio" name="to" value="${merchant}"><span>The merchant of this network: <bdi>${merchant}</bdi></span></label>
<label class="choice"><input type="radio" name="to" value="other"><span>Another address</span></label>
<label class="other">An address of the regtest chain, or a Lightning address <input name="other" maxlength="400" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="example"></label>
<p class="soft" id="example">For example <code>${EXAMPLE_ADDRESS}</code></p>
</fieldset>
<button>Buy bitcoin</button>
</form>
<p id="said" role="status"></p>
<div id="widget"></div>
<p class="soft">The code of the mail is at <a href="/dev/mail" target="_blank">/dev/mail</a>. Cards: 4242 4242 4242 4242 pays, 4000 0027 6000 3184 asks the bank. The operator's side is at <a href="/dev/ramp/sandbox" target="_blank">/dev/ramp/sandbox</a>.</p>
</section>
<section aria-labelledby="hooks">
<h2 id="hooks">Webhooks that arrived</h2>
<p class="soft">The backend of the game believes these, not the browser.</p>
<ol id="events" aria-live="polite"><li class="soft">None yet.</li></ol>
</section>
</div>
</main>`,
  });
}

/** After the look of all pages; the game is somebody else's, and has a form of its own. */
const STYLE = `
main { max-width: 1080px; margin: 0 auto; padding: var(--space-6) var(--space-4) }
h1 { margin: 0; font-size: var(--text-5) } h2 { margin: 0 0 var(--space-3); font-size: var(--text-4) }
code, bdi { overflow-wrap: anywhere }
body { background: var(--raised) }
.soft { color: var(--soft); font-size: var(--text-2) }
.sides { display: grid; gap: var(--space-6); grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)) }
section { min-width: 0; padding: var(--space-5); border: 1px solid var(--line); border-radius: 12px; background: var(--ground) }
label { display: block; margin: 0 0 var(--space-3); font-size: var(--text-2) }
input { display: block; width: 100%; padding: var(--space-3); border: 1px solid var(--soft); border-radius: 8px; background: none; color: inherit; font: inherit }
input[type=radio] { display: inline; width: auto; margin: 0; accent-color: var(--accent-line) }
fieldset { min-width: 0; margin: 0 0 var(--space-4); padding: var(--space-2) var(--space-4) var(--space-3); border: 1px solid var(--line); border-radius: 8px }
legend { padding: 0 var(--space-2); font-size: var(--text-2); font-weight: 600 }
.choice { display: flex; align-items: baseline; gap: var(--space-3); margin: 0; padding: var(--space-1) 0 }
.other { margin: var(--space-2) 0 var(--space-1) } fieldset p { margin: 0; font-size: var(--text-1) }
#said:empty { display: none } #said.bad { color: var(--bad) }
button { min-height: 44px; padding: var(--space-3) var(--space-5); border: 1px solid var(--accent-line); border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
ol { margin: 0; padding: 0; list-style: none }
pre { margin: 0 0 var(--space-3); padding: var(--space-3); overflow: auto; border-radius: 8px; background: var(--raised); font: var(--text-1)/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere }
`;

/** Runs in the page. */
export const GAME_SCRIPT = `
const main = document.querySelector("main");
const { inbox, base } = main.dataset;
const said = document.querySelector("#said");
let widget;
const say = (text, kind = "") => { said.textContent = text; said.className = kind; };
const other = document.querySelector("input[name=other]");
const choices = document.querySelectorAll("input[name=to]");
const choose = () => { other.required = choices[choices.length - 1].checked; };
for (const choice of choices) choice.addEventListener("change", choose);
other.addEventListener("input", () => { choices[choices.length - 1].checked = true; choose(); });
const bodyOf = (form) => {
  const { email, to, other } = Object.fromEntries(new FormData(form));
  const destination = to === "other" ? other.trim() : to;
  return destination === "" ? { email } : { email, destination };
};
document.querySelector("#buy").addEventListener("submit", (event) => {
  event.preventDefault();
  buy(bodyOf(event.target)).catch(() => say("The game's backend does not answer.", "bad"));
});
const buy = async (body) => {
  say("The game's backend creates a session …");
  const answer = await fetch("/dev/ramp/" + inbox + "/session", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const { success, data, message } = await answer.json();
  if (!success) return say(message, "bad");
  say("");
  widget?.destroy();
  widget = Leyden.createRamp({
    sessionToken: data.session_token, baseUrl: base, container: document.querySelector("#widget"), theme: "auto",
    onSuccess: () => say("The widget says: bought. The webhook says whether it is true."),
    onError: (error) => say("The widget says: " + (error.message ?? error)),
    onClose: () => { widget.destroy(); say(said.textContent || "Closed."); },
  });
  widget.mount();
};
const shown = new Set();
const look = async () => {
  const { data } = await (await fetch("/dev/ramp/" + inbox + "/hooks")).json();
  const list = document.querySelector("#events");
  for (const { at, headers, body } of data) {
    const id = headers["webhook-id"];
    if (shown.has(id)) continue;
    if (shown.size === 0) list.replaceChildren();
    shown.add(id);
    const item = document.createElement("li");
    const title = document.createElement("strong");
    const { type } = JSON.parse(body);
    title.textContent = type + " · " + new Date(at).toLocaleTimeString();
    const text = document.createElement("pre");
    text.textContent = JSON.stringify(JSON.parse(body), null, 2) + "\\n\\n" + Object.entries(headers).map(([name, value]) => name + ": " + value).join("\\n");
    item.append(title, text);
    list.prepend(item);
  }
};
setInterval(() => { look().catch(() => say("The webhooks cannot be read now.")); }, 1500);
`;
