// The list of the newest changes: each change of the log once, newest first, whether it arrives with the
// stream or with the page, and however often.
import { mark } from './morph.js';

/** The maximum number of entries. */
const most = 200;

const find = page => page.querySelector('#changes .changes');

/** The number of an entry in the log, from its cursor: RUN.NUMBER. */
const numberOf = entry => Number(entry.dataset.key.slice(entry.dataset.key.lastIndexOf('.') + 1));

/** Adds a change of the stream, with its cursor, unless the list has it. */
export function add(cursor, change) {
  const list = find(document);
  if (!list) return;
  const entry = entryOf(cursor, change);
  // A removed record has no page.
  if (change.event === 'removed') {
    const gone = hrefOf(change);
    for (const link of list.querySelectorAll('a')) {
      if (link.getAttribute('href') === gone) link.removeAttribute('href');
    }
  }
  if (put(list, entry)) mark(entry);
  while (list.children.length > most) list.lastElementChild.remove();
}

/**
 * Completes the list of a page that was fetched, before it replaces the one that is shown.
 *
 * Changes arrive while a page is under way, and a page has fewer entries than the list may have. After a gap
 * in the stream, what is older than the page's entries is dropped, because changes may be missing there.
 */
export function keep(page, isGap) {
  const list = find(document);
  const fresh = find(page);
  if (!list || !fresh) return;
  const oldest = isGap && fresh.lastElementChild ? numberOf(fresh.lastElementChild) : 0;
  for (const entry of list.children) {
    if (numberOf(entry) > oldest) put(fresh, entry, () => copied(entry, page));
  }
  while (fresh.children.length > most) fresh.lastElementChild.remove();
}

/** A copy of an entry for another page; another day may have begun since it was written. */
function copied(entry, page) {
  const copy = page.importNode(entry, true);
  const time = copy.querySelector('time');
  if (time) time.textContent = when(Date.parse(time.dateTime));
  return copy;
}

/** Inserts an entry, or a copy of it, at the place of its number; returns false if the list has it. */
function put(list, entry, copy = () => entry) {
  const number = numberOf(entry);
  let next = list.firstElementChild;
  while (next && numberOf(next) > number) next = next.nextElementSibling;
  if (next && numberOf(next) === number) return false;
  list.insertBefore(copy(), next);
  return true;
}

/** An entry as the server writes it, which replaces it with the next page. */
function entryOf(cursor, change) {
  const units = new URLSearchParams(location.search).get('units');
  const entry = document.createElement('li');
  entry.dataset.key = cursor;
  const time = document.createElement('time');
  time.dateTime = change.time;
  time.textContent = when(Date.parse(change.time));
  const what = document.createElement(change.event === 'removed' ? 'span' : 'a');
  if (change.event !== 'removed') what.href = hrefOf(change);
  what.textContent = visible(change[units] ?? change.text);
  entry.append(time, ' ', what);
  return entry;
}

/** The address of the page of the record of a change. */
function hrefOf(change) {
  const path = [change.source, change.key].map(encodeURIComponent).join('/');
  return `/data/${path}${suffix(new URLSearchParams(location.search))}`;
}

/** A text without control characters and those that change the direction of others. */
const visible = text => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');

/** The preferences of an address, which links repeat. */
function suffix(choices) {
  const names = ['units', 'zone', 'pin', 'order', 'kiosk'].filter(name => choices.has(name));
  const query = new URLSearchParams(names.map(name => [name, choices.get(name)])).toString();
  return query && '?' + query;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const two = number => String(number).padStart(2, '0');

/** The number of the day of a moment, in milliseconds since 1970, in the zone of the page. */
export function dayOf(moment) {
  return Math.floor((moment + Number(document.body.dataset.offset ?? 0) * 1000) / 86400000);
}

/**
 * A moment as the server writes it: `17:13Z`, `12:13 EST`, with the day unless it is today.
 *
 * The page states the offset and the name of its zone, because a browser names zones in another way. Both
 * belong together: between a change of the clocks and the next page, the time is still that of its name.
 */
function when(moment) {
  const local = new Date(moment + Number(document.body.dataset.offset ?? 0) * 1000);
  const days = dayOf(moment) - dayOf(Date.now());
  const date = `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())} `;
  const day = days === 0 ? '' : Math.abs(days) < 7 ? `${weekdays[local.getUTCDay()]} ` : date;
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
  return day + time + (document.body.dataset.zone ?? 'Z');
}
