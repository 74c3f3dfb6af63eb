/** Copies what is in the field beside a button with `data-copy`, and says so in the button for a moment. */
{
  const SAID_MS = 1_500;

  /** A browser may not let it, and has no clipboard on a page without TLS. */
  const isCopied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    field.select();
    const copied = await isCopied(field.value);
    if (copied) button.focus();
    button.textContent = copied ? button.dataset.copied : button.dataset.select;
    setTimeout(() => {
      button.textContent = button.dataset.copy;
    }, SAID_MS);
  });
}
