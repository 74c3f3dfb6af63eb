/**
 * Shows what the service says of the secret that stands behind the `#` of the page's address. Browsers send that part to no server; this
 * script sends it, in the body of a POST, and asks again until the answer says that nothing changes any more.
 */
{
  const place = document.querySelector("[data-ask]");
  const failed = document.querySelector("#failed");
  const RETRY_MS = 5_000;
  const PAUSE_MAX_MS = 30_000;

  let turn = 0;
  let timer;
  let shown;
  let pauseMs = RETRY_MS;

  const ask = async () => {
    try {
      const response = await fetch(place.dataset.ask, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: location.hash.slice(1, 100) }),
      });
      return response.ok ? (await response.json()).data : undefined;
    } catch {
      return undefined;
    }
  };

  const show = ({ state, html }) => {
    shown = state;
    place.innerHTML = html;
    document.title = place.querySelector("h1")?.textContent ?? document.title;
  };

  const look = async () => {
    turn += 1;
    const mine = turn;
    clearTimeout(timer);
    const answer = await ask();
    if (mine !== turn) return;
    const isNew = answer !== undefined && answer.state !== shown;
    if (isNew) show(answer);
    else if (shown === undefined) place.innerHTML = failed.innerHTML;
    if (answer?.againMs === null) return;
    // The pauses grow as long as nothing changes.
    pauseMs = isNew ? answer.againMs : Math.min(pauseMs * 1.2, PAUSE_MAX_MS);
    if (!document.hidden) timer = setTimeout(look, pauseMs);
  };

  /** A page that is not seen does not ask; it asks when it is seen again. */
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void look();
  });
  addEventListener("hashchange", () => {
    shown = undefined;
    void look();
  });

  place.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button) return;
    const field = document.querySelector(`#${button.dataset.copy}`);
    field.select();
    const isCopied = await (navigator.clipboard?.writeText(field.value) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    if (isCopied) button.focus();
    button.textContent = isCopied ? "Copied" : "Select and copy";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1_500);
  });

  void look();
}
