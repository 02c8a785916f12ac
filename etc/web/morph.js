// Changes an element into another one with as few changes as possible, so that focus, selection and scroll
// positions remain, and marks what has changed.

/** Changes the attributes and children of `old` into those of `fresh`. */
export function morph(old, fresh) {
  // A script draws what is in this element.
  if (old.dataset?.own !== undefined) {
    Object.assign(old.dataset, fresh.dataset);
    return;
  }
  // Comparing is much faster than walking; most of a page is equal.
  if (old.isEqualNode(fresh)) return;
  changeAttributes(old, fresh);
  const keyed = new Map();
  for (const child of old.children) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  let next = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const key = keyOf(wanted);
    const known = key ? keyed.get(key) : undefined;
    if (known && known.nodeName === wanted.nodeName) {
      if (known === next) next = next.nextSibling; else old.insertBefore(known, next);
      morph(known, wanted);
    } else if (next && isAlike(next, wanted)) {
      const current = next;
      next = next.nextSibling;
      changeNode(current, wanted);
    } else {
      old.insertBefore(wanted, next);
      mark(wanted);
    }
  }
  while (next) {
    const rest = next.nextSibling;
    next.remove();
    next = rest;
  }
}

/** What identifies an element among its siblings; undefined for others. */
const keyOf = node => node.nodeType === Node.ELEMENT_NODE ? node.dataset?.key || node.id || undefined : undefined;

const isAlike = (old, fresh) =>
  old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);

function changeNode(old, fresh) {
  if (old.nodeType === Node.ELEMENT_NODE) morph(old, fresh);
  else if (old.data !== fresh.data) {
    old.data = fresh.data;
    mark(old.parentElement);
  }
}

function changeAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    // What the user has opened stays open; what has changed is marked until the mark fades.
    if (!fresh.hasAttribute(name) && name !== 'open' && name !== 'class') old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    // What the user is typing stays.
    if (name === 'value' && old === document.activeElement) continue;
    if (name !== 'class' && name !== 'title' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const marked = old.classList.contains('changed');
  const classes = (fresh.getAttribute('class') || '') + (marked ? ' changed' : '');
  if ((old.getAttribute('class') || '') !== classes) old.setAttribute('class', classes);
}

/** Highlights an element for some seconds. */
export function mark(node) {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
  // Ages change with every version of the page, and drawings show by themselves what is new.
  if (!element || element.closest('svg, time')) return;
  if (marked.push(element) === 1) requestAnimationFrame(showMarks);
}

let marked = [];
// The latest marks of which an element is one.
const latest = new WeakMap();

function showMarks() {
  const elements = marked;
  marked = [];
  // So many rows come from a search or another order; to highlight them would take long and say nothing.
  if (elements.length > 500) return;
  for (const element of elements) {
    element.classList.add('changed');
    latest.set(element, elements);
  }
  setTimeout(() => {
    for (const element of elements) {
      if (latest.get(element) === elements) element.classList.replace('changed', 'faded');
    }
  }, 5000);
}
