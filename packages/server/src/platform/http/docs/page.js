/** What a script adds to the pages: search, the entry that is being read, copying, one language for all examples. */

const aside = document.querySelector("aside");
const menu = aside.querySelector("details");
const links = [...aside.querySelectorAll("a[href^='#']")];
const targetOf = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1)));

// Beside the text the list of contents is always open, above it never at the start.
const isWide = matchMedia("(min-width: 64rem)");
const fitMenu = () => menu.toggleAttribute("open", isWide.matches);
isWide.addEventListener("change", fitMenu);
fitMenu();
menu.addEventListener("click", ({ target }) => {
  if (target.closest("a") && !isWide.matches) menu.removeAttribute("open");
});

// Search: entries stay whose section has all the words.
const search = Object.assign(document.createElement("input"), {
  type: "search",
  placeholder: "Search",
  ariaLabel: "Search this page",
});
menu.querySelector("nav").prepend(search);
const texts = new Map(links.map((link) => [link, sectionText(link).toLowerCase()]));
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const link of aside.querySelectorAll("li a")) {
    const text = `${link.textContent.toLowerCase()} ${texts.get(link) ?? ""}`;
    link.parentElement.hidden = !words.every((word) => text.includes(word));
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input") || !isWide.matches) return;
  event.preventDefault();
  search.focus();
});

/** The text below a heading, or of a section. */
function sectionText(link) {
  const target = targetOf(link);
  if (!target || !/^H\d$/.test(target.tagName)) return target?.textContent ?? "";
  let text = target.textContent;
  for (let next = target.nextElementSibling; next && next.tagName !== target.tagName; next = next.nextElementSibling)
    text += ` ${next.textContent}`;
  return text;
}

// The entry that is being read: the last one that began above the upper third of the window.
const markCurrent = () => {
  const begun = links.filter(
    (link) => (targetOf(link)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < innerHeight / 3,
  );
  for (const link of links) {
    if (link === begun.at(-1)) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
};
let isMarking = false;
addEventListener(
  "scroll",
  () => {
    if (isMarking) return;
    isMarking = true;
    requestAnimationFrame(() => {
      isMarking = false;
      markCurrent();
    });
  },
  { passive: true },
);
markCurrent();

// Copying. Each copy has an idempotency key of its own: a used one answers the first payment again.
const EXAMPLE_KEY = /order-4711(?=["'])/g;
const freshKey = () =>
  `order-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
for (const pre of document.querySelectorAll("pre")) {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "copy",
    textContent: "Copy",
  });
  button.addEventListener("click", async () => {
    const text = pre.querySelector("code").textContent.replaceAll(EXAMPLE_KEY, freshKey());
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? "Copied" : "Select and copy";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
  pre.append(button);
}

// One language for all examples, also on the next page.
const isSame = (a, b) => a === b || (/Script$/.test(a) && /Script$/.test(b)); // JavaScript and TypeScript
const choose = (language) => {
  for (const radio of document.querySelectorAll(".tabs > input"))
    if (isSame(radio.value, language)) radio.checked = true;
};
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".tabs > input") || target.name.startsWith("answer-")) return;
  choose(target.value);
  sessionStorage.setItem("language", target.value);
});
choose(sessionStorage.getItem("language"));
