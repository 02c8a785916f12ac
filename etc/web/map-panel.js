// The parts of the map page that are text: the popup, the list of what is in view, search and sources.

import { folded } from "./map-features.js";
import { colorOf, letterOf, symbolOf } from "./map-symbols.js";

/** The most records in the list and in the popup. */
const LISTED = 40, POPPED = 12;

/** Makes an element with attributes and children, which are elements or text. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Returns only addresses of this site, so that no record leads elsewhere. */
function address(href) {
  return typeof href === "string" && /^\/(?!\/)/.test(href) ? href : "#";
}

/** Returns the link of a record. */
function link(feature) {
  return element("a", { href: address(feature.href) }, feature.title);
}

/** Returns the symbol of a record as an element; it is hidden from screen readers, which read the words. */
function symbol(feature) {
  const names = `map-symbol map-symbol-${symbolOf(feature)} map-color-${colorOf(feature)}`;
  return element("span", { class: names, "aria-hidden": "true" }, feature.area ? "!" : letterOf(feature));
}

function describe(feature) {
  const rules = feature.rules === "unknown" ? null : feature.rules;
  const words = [rules, feature.severity, feature.text].filter((word, index, all) => {
    return word && !all.slice(index + 1).some((later) => later?.startsWith(word));
  });
  return words.join(", ");
}

function faint(text) {
  return element("span", { class: "map-faint" }, text);
}

function grouped(count) {
  return count.toLocaleString("en");
}

/** Shows what is at a mark next to it. */
export class Popup {
  constructor(box, whenClosed) {
    this.box = box;
    this.mark = null;
    this.whenClosed = whenClosed;
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close(true);
    });
  }

  open(mark, takesFocus) {
    const button = element("button", { type: "button", class: "map-close", "aria-label": "Close" }, "×");
    button.addEventListener("click", () => this.close(true));
    const entries = mark.members.slice(0, POPPED).map((feature) => {
      const text = element("p", {}, describe(feature));
      return element("li", {}, element("h3", {}, symbol(feature), " ", link(feature)), text,
        element("p", { class: "map-faint" }, feature.source));
    });
    const more = mark.members.length - entries.length;
    if (more > 0) entries.push(element("li", { class: "map-faint" }, `and ${grouped(more)} more`));
    const focus = [...this.box.querySelectorAll("a, button")].indexOf(document.activeElement);
    this.box.replaceChildren(button, element("ul", {}, ...entries));
    this.box.hidden = false;
    this.mark = mark;
    if (takesFocus) this.box.querySelector("a")?.focus();
    else if (focus >= 0) [...this.box.querySelectorAll("a, button")][focus]?.focus();
  }

  close(isByUser = false) {
    if (!this.mark) return;
    this.mark = null;
    this.box.hidden = true;
    this.whenClosed(isByUser);
  }

  /** Moves next to its mark, above it if there is room; it is hidden while the mark is out of view. */
  follow(view) {
    if (!this.mark) return;
    const [x, y] = view.placeNearest(this.mark.x, this.mark.y);
    this.box.hidden = x < 0 || y < 0 || x > view.width || y > view.height;
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.max(8, Math.min(view.width - width - 8, x - width / 2));
    const above = y - height - 18;
    const top = above >= 8 ? above : Math.min(y + 18, Math.max(8, view.height - height - 8));
    this.box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}

/** Fills the list of records in view and says how many there are. */
export function fillList(list, heading, features, whenFocused) {
  const items = features.slice(0, LISTED).map((feature) => {
    const anchor = link(feature);
    anchor.addEventListener("focus", () => whenFocused(feature));
    return element("li", {}, symbol(feature), " ", anchor, " ", faint(describe(feature)));
  });
  list.replaceChildren(...items);
  const count = `${grouped(features.length)} ${features.length === 1 ? "record" : "records"} in view`;
  heading.textContent = features.length > LISTED ? `${count}; the ${LISTED} nearest to the centre` : count;
}

/** Fills the legend with the sources, each with a box that hides it. */
export function fillSources(box, features, whenChanged) {
  const sources = new Map();
  for (const feature of features.all) {
    const entry = sources.get(feature.source) ?? { count: 0, feature };
    entry.count += 1;
    sources.set(feature.source, entry);
  }
  const names = [...sources.keys()].sort();
  const items = names.map((name) => {
    const { count, feature } = sources.get(name);
    const input = element("input", { type: "checkbox" });
    input.checked = !features.hidden.has(name);
    input.addEventListener("change", () => whenChanged(name, !input.checked));
    const example = symbolOf(feature) === "rules" ? [] : [symbol(feature), " "];
    return element("li", {}, element("label", {}, input, " ", ...example, name, faint(` ${grouped(count)}`)));
  });
  box.replaceChildren(...items);
}

/** Suggests records and towns while the user types. */
export function followSearch(input, results, { features, towns, search, show }) {
  function update() {
    const text = folded(input.value.trim());
    search(input.value);
    if (text === "") return close();
    const found = features.found.slice(0, 8).map((found) => [found.title, found.source, found]);
    const isNamed = (town) => (town.words ??= folded(town.title)).startsWith(text);
    const named = towns().filter(isNamed).slice(0, 5).map((town) => [town.title, "town", town]);
    const items = [...named, ...found].map(([title, kind, thing]) => {
      const button = element("button", { type: "button" }, title, " ", faint(kind));
      button.addEventListener("click", () => choose(thing));
      return element("li", {}, button);
    });
    results.replaceChildren(...(items.length ? items : [element("li", {}, faint("nothing found"))]));
    results.hidden = false;
  }

  function close() {
    results.hidden = true;
    results.replaceChildren();
  }

  function choose(thing) {
    input.value = "";
    search("");
    close();
    show(thing);
  }

  input.addEventListener("input", update);
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("button")?.click();
  });
  input.form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    input.value = "";
    search("");
    close();
    input.focus();
  });
}
