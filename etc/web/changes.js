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
    if (numberOf(entry) > oldest) put(fresh, entry, () => page.importNode(entry, true));
  }
  while (fresh.children.length > most) fresh.lastElementChild.remove();
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
  const choices = new URLSearchParams(location.search);
  const entry = document.createElement('li');
  entry.dataset.key = cursor;
  const time = document.createElement('time');
  time.dateTime = change.time;
  time.textContent = clock(new Date(change.time), choices.get('zone'));
  const link = document.createElement('a');
  const path = [change.source, change.key].map(encodeURIComponent).join('/');
  link.href = `/data/${path}${suffix(choices)}`;
  link.textContent = visible(change[choices.get('units')] ?? change.text);
  entry.append(time, ' ', link);
  return entry;
}

/** A text without control characters and those that change the direction of others. */
const visible = text => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');

/** The preferences of an address, which links repeat. */
function suffix(choices) {
  const names = ['units', 'zone', 'kiosk'].filter(name => choices.has(name));
  const query = new URLSearchParams(names.map(name => [name, choices.get(name)])).toString();
  return query && '?' + query;
}

function clock(moment, zone) {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  try {
    return moment.toLocaleTimeString('en', { ...options, timeZone: zone ?? 'UTC' });
  } catch {
    // The browser does not know the zone; the page has a warning if the server does not know it, either.
    return moment.toLocaleTimeString('en', { ...options, timeZone: 'UTC' });
  }
}
