/**
 * Shows what the service says of the secret that stands behind the `#` of the page's address. Browsers send that part
 * to no server; this script sends it, in the body of a POST, and asks again until the answer says that nothing changes
 * any more.
 *
 * A link with `data-keep` leads to another page of the service that comes back here without the secret: it waits in the
 * storage of this tab meanwhile. A button with `data-send` sends the secret to that address, as a form with the token
 * of the browser's cookie (`data-csrf`). A form with `data-language` is sent without the secret, and the page is loaded
 * again where it is: nobody learns its address.
 */
{
  const place = document.querySelector("[data-ask]");
  const failed = document.querySelector("#failed");
  const RETRY_MS = 5_000;
  const PAUSE_MAX_MS = 30_000;
  const KEPT = `secret of ${location.pathname}`;

  let turn = 0;
  let timer;
  let shown;
  let pauseMs = RETRY_MS;
  let isSending = false;

  const secret = () => location.hash.slice(1, 100);

  /** Browsers that keep nothing throw at the first touch. */
  const withStorage = (use) => {
    try {
      return use(sessionStorage);
    } catch {
      return null;
    }
  };
  const keep = () => withStorage((storage) => storage.setItem(KEPT, secret()));
  const kept = () => withStorage((storage) => storage.getItem(KEPT));
  const forget = () => kept() === secret() && withStorage((storage) => storage.removeItem(KEPT));

  const post = async (address, type, body) => {
    try {
      const response = await fetch(address, { method: "POST", headers: { "content-type": type }, body });
      return response.ok ? (await response.json()).data : undefined;
    } catch {
      return undefined;
    }
  };

  const ownLanguage = document.documentElement.lang;
  /** As it is written where the reader lives, if the page has the reader's language. */
  const locale = navigator.languages.find((tag) => tag.split("-", 1)[0] === ownLanguage) ?? ownLanguage;
  const times = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });

  const show = ({ state, html }) => {
    shown = state;
    place.innerHTML = html;
    for (const time of place.querySelectorAll("time")) time.textContent = times.format(new Date(time.dateTime));
    document.title = place.querySelector("h1")?.textContent ?? document.title;
  };

  /** Shows an answer, and asks again later. */
  const take = (answer) => {
    const isNew = answer !== undefined && answer.state !== shown;
    if (isNew) show(answer);
    else if (shown === undefined) place.innerHTML = failed.innerHTML;
    if (answer?.againMs === null) return forget();
    // The pauses grow as long as nothing changes.
    pauseMs = isNew ? answer.againMs : Math.min(pauseMs * 1.2, PAUSE_MAX_MS);
    if (!document.hidden) timer = setTimeout(look, pauseMs);
  };

  const look = async () => {
    if (isSending) return;
    turn += 1;
    const mine = turn;
    clearTimeout(timer);
    const answer = await post(place.dataset.ask, "application/json", JSON.stringify({ token: secret() }));
    if (mine === turn) take(answer);
  };

  /** What was pressed is done once: until its answer is there, nothing else is asked. */
  const send = async ({ dataset }) => {
    if (isSending) return;
    isSending = true;
    turn += 1;
    clearTimeout(timer);
    const token = secret();
    const fields = new URLSearchParams({ csrf: dataset.csrf, token });
    const answer = await post(dataset.send, "application/x-www-form-urlencoded", fields);
    isSending = false;
    shown = undefined;
    // Without an answer it is not known what became of it: the page shows what holds now.
    if (answer === undefined || token !== secret()) await look();
    else take(answer);
    if (answer === undefined) place.querySelector("[data-unsent]")?.removeAttribute("hidden");
    const first = place.querySelector("[role=alert]:not([hidden])") ?? place.querySelector("h1");
    first.tabIndex = -1;
    first.focus();
  };

  /** A page that is not seen does not ask; it asks when it is seen again. */
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void look();
  });
  addEventListener("hashchange", () => {
    shown = undefined;
    void look();
  });

  place.addEventListener("click", ({ target }) => {
    if (target.closest("[data-keep]")) return void keep();
    const sender = target.closest("[data-send]");
    if (sender) void send(sender);
  });

  const choice = document.querySelector("form[data-language]");
  choice.hidden = false;
  choice.addEventListener("submit", async (event) => {
    event.preventDefault();
    // The answer leads to a page, which is not fetched: this one comes again.
    await fetch(choice.action, { method: "POST", body: new URLSearchParams(new FormData(choice)), redirect: "manual" });
    location.reload();
  });

  // Back from another page: the secret stands behind the `#` again, as if the link had been opened.
  if (secret() === "" && kept()) history.replaceState(null, "", `#${kept()}`);
  void look();
}
