// Keeps a page current: receives changes, fetches the page again after one that concerns it, and replaces
// only what differs. All tabs of a browser share one connection.
import * as changes from './changes.js';
import { morph } from './morph.js';

const sources = (document.body.dataset.sources || '').split(' ').filter(Boolean);
let cursor = document.body.dataset.cursor || '';

// ---- The page ----

/** Whether a glob of the daemon matches a name: * and ? and a backslash before a literal character. */
function matches(glob, name) {
  let pattern = '';
  for (let index = 0; index < glob.length; index++) {
    const character = glob[index];
    if (character === '\\') pattern += escaped(glob[++index] || '');
    else pattern += character === '*' ? '.*' : character === '?' ? '.' : escaped(character);
  }
  return new RegExp(`^${pattern}$`, 'su').test(name);
}
const escaped = text => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const concerns = name => name === undefined || sources.some(glob => matches(glob, name));

let isFetching = false;
let isStale = false;
let hasFailed = false;
// How often changes may have been missed, and how many of these gaps a page that was fetched has closed.
let gaps = 0;
let closed = 0;

/** Fetches the page again and shows what is different; one request at a time. */
async function update() {
  if (isFetching) { isStale = true; return; }
  isFetching = true;
  do {
    isStale = false;
    hasFailed = true;
    const before = gaps;
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' } });
      const text = await response.text();
      const page = new DOMParser().parseFromString(text, 'text/html');
      if (page.querySelector('main') && response.ok) {
        // The zone or its clocks may have changed.
        const { zone, offset } = page.body.dataset;
        Object.assign(document.body.dataset, { zone, offset });
        changes.keep(page, closed < before);
        closed = before;
        hasFailed = false;
        // What the user types or reads about the connection stays.
        for (const part of ['.bar nav', 'main', '#choices']) {
          const old = document.querySelector(part);
          const fresh = page.querySelector(part);
          if (old && fresh) morph(old, fresh);
        }
        showAges();
        document.dispatchEvent(new CustomEvent('almanac:updated'));
      }
    } catch {
      // The connection is lost: the stream notices it, too, and the page is fetched when it is back.
    }
  } while (isStale);
  isFetching = false;
}

let today = changes.dayOf(Date.now());

/** Shows how old moments are, next to them. Once a day is over, its times need their day. */
function showAges() {
  const day = changes.dayOf(Date.now());
  if (day !== today) update();
  today = day;
  for (const element of document.querySelectorAll('main time[datetime]')) {
    const seconds = Math.round((Date.now() - Date.parse(element.dateTime)) / 1000);
    if (!Number.isFinite(seconds)) continue;
    element.title = `${age(seconds)} (${element.dateTime})`;
    if (element.classList.contains('ago')) element.textContent = age(seconds);
  }
  // Without a connection, no new page says so.
  for (const element of document.querySelectorAll('main [data-expiry]')) {
    if (!(Date.now() > Date.parse(element.dataset.expiry))) continue;
    delete element.dataset.expiry;
    const word = document.createElement('strong');
    word.className = 'expired';
    word.textContent = 'expired';
    element.before(word, ' ');
    element.closest('.tile')?.classList.add('uncertain');
  }
}
function age(seconds) {
  const size = Math.abs(seconds);
  const text = size < 60 ? `${size} s` : size < 3600 ? `${Math.floor(size / 60)} min`
    : size < 172800 ? `${Math.floor(size / 3600)} h` : `${Math.floor(size / 86400)} d`;
  return seconds >= 0 ? `${text} ago` : `in ${text}`;
}

// ---- The connection ----

const status = document.getElementById('connection');
let state = { isConnected: true, daemon: true };
function showConnection(isConnected, daemon = true) {
  state = { isConnected, daemon };
  status.classList.toggle('lost', !isConnected || !daemon);
  status.textContent = !isConnected ? 'Disconnected: what you see may be old. Trying again …'
    : daemon ? 'Live' : 'almanacd is not running: what you see may be old.';
}

/** Fetches the page after changes may have been missed. */
function close() {
  gaps++;
  update();
}

// Without a cursor, the stream begins at an unknown position, and is complete from `ready` on.
let isBehind = !cursor;

/** Takes a message of the stream, from this tab or the one that holds the connection. */
function take({ type, id, data }) {
  if (id) cursor = id;
  if (type === 'open') { showConnection(true); if (hasFailed) update(); }
  else if (type === 'error') showConnection(false);
  else if (type === 'daemon') { showConnection(true, data.reachable); if (data.reachable) update(); }
  else if (type === 'overflow') isBehind = true;
  else if (type === 'ready') { if (isBehind) close(); isBehind = false; }
  else takeChange(type, id, data);
}

function takeChange(type, id, data) {
  if (type !== 'source') changes.add(id, data);
  if (concerns(data.source)) update();
  document.dispatchEvent(new CustomEvent('almanac:changed', { detail: data }));
}

const types = ['ready', 'added', 'changed', 'removed', 'source', 'overflow', 'daemon'];

let refusals = 0;

/** Opens the stream and passes its messages on. */
function connect(send) {
  const stream = new EventSource('/live' + (cursor ? `?since=${encodeURIComponent(cursor)}` : ''));
  stream.onopen = () => { refusals = 0; send({ type: 'open' }); };
  stream.onerror = () => {
    send({ type: 'error' });
    // A browser does not try again after an answer that is no stream, such as that there are too many, that
    // the cursor is wrong, or that a proxy does not reach the server.
    if (stream.readyState !== EventSource.CLOSED) return;
    if (++refusals > 3) { cursor = ''; isBehind = true; }
    setTimeout(() => connect(send), 5000);
  };
  for (const type of types) {
    stream.addEventListener(type, event =>
      send({ type, id: event.lastEventId, data: JSON.parse(event.data) }));
  }
}

/** Shares one stream among the tabs: one holds a lock and the stream, the others listen to it. */
function share() {
  const channel = new BroadcastChannel('almanac');
  const own = cursor;
  let isLeader = false;
  let isWelcome = false;
  channel.onmessage = ({ data: message }) => {
    if (message.type === 'hello') {
      if (isLeader) channel.postMessage({ type: 'welcome', id: cursor, state, isBehind });
    } else if (message.type !== 'welcome') {
      take(message);
    } else if (!isWelcome) {
      isWelcome = true;
      showConnection(message.state.isConnected, message.state.daemon);
      // Changes may have arrived between the page and this moment.
      isBehind = message.isBehind;
      if (message.id !== own) close();
    }
  };
  channel.postMessage({ type: 'hello' });
  navigator.locks.request('almanac', () => new Promise(() => {
    isLeader = true;
    connect(message => { take(message); channel.postMessage(message); });
  }));
}

if (status) {
  // Without a secure context, such as on http://host.local, there are no locks: each tab has its own stream.
  if (navigator.locks && window.BroadcastChannel) share(); else connect(take);
}
showAges();
setInterval(showAges, 30000);

// ---- The user's choices ----

// A choice is in the URL, so that pages are complete without this script; it is stored for the next visit,
// unless it is what counts without a choice: the browser's own time zone.
const defaults = {
  units: null, zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? null, pin: null, order: 'worst',
};
// What the server does without a choice in the URL.
const implied = { zone: 'UTC', order: 'worst' };
const url = new URL(location.href);
for (const name of ['units', 'zone', 'pin', 'order']) {
  const chosen = url.searchParams.get(name);
  if (chosen === null) {
    const value = localStorage.getItem(name) ?? defaults[name];
    if (value && value !== implied[name]) url.searchParams.set(name, value);
  } else if (chosen === defaults[name]) {
    localStorage.removeItem(name);
  } else {
    localStorage.setItem(name, chosen);
  }
}
if (url.href !== location.href) {
  history.replaceState(null, '', url);
  update();
}

// ---- Search as you type ----

const filter = document.querySelector('form.filter');
if (filter) {
  let timer = 0;
  filter.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const search = new URLSearchParams(new FormData(filter));
      if (!search.get('q')) search.delete('q');
      history.replaceState(null, '', `${location.pathname}?${search}`);
      update();
    }, 60);
  });
}

// ---- Without a network ----

// Only secure contexts have service workers, such as https and localhost; without one, the browser says itself
// that it has no answer.
navigator.serviceWorker?.register('/assets/offline-worker.js', { scope: '/' }).catch(() => {});
