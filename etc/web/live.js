// Keeps a page current: receives changes, fetches the page again after one that concerns it, and replaces
// only what differs. All tabs of a browser share one connection.
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
const escaped = text => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const concerns = name => name === undefined || sources.some(glob => matches(glob, name));

let isFetching = false;
let isStale = false;

/** Fetches the page again and shows what is different; one request at a time. */
async function update() {
  if (isFetching) { isStale = true; return; }
  isFetching = true;
  do {
    isStale = false;
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' } });
      const text = await response.text();
      const page = new DOMParser().parseFromString(text, 'text/html');
      if (page.querySelector('main') && response.ok) {
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

/** Shows how old moments are, next to them. */
function showAges() {
  for (const element of document.querySelectorAll('main time[datetime]')) {
    const seconds = Math.round((Date.now() - Date.parse(element.dateTime)) / 1000);
    if (Number.isFinite(seconds)) element.title = `${age(seconds)} (${element.dateTime})`;
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
function showConnection(isConnected, daemon = true) {
  status.classList.toggle('lost', !isConnected || !daemon);
  status.textContent = !isConnected ? 'Disconnected: what you see may be old. Trying again …'
    : daemon ? 'Live' : 'almanacd is not running: what you see may be old.';
}

/** Takes a message of the stream, from this tab or the one that holds the connection. */
function take({ type, id, data }) {
  if (id) cursor = id;
  if (type === 'open') { showConnection(true); if (!cursor) update(); }
  else if (type === 'error') showConnection(false);
  else if (type === 'daemon') { showConnection(true, data.reachable); if (data.reachable) update(); }
  else if (type === 'overflow') update();
  else if (type !== 'ready') {
    if (concerns(data.source)) update();
    document.dispatchEvent(new CustomEvent('almanac:changed', { detail: data }));
  }
}

const types = ['ready', 'added', 'changed', 'removed', 'source', 'overflow', 'daemon'];

/** Opens the stream and passes its messages on. */
function connect(send) {
  const stream = new EventSource('/live' + (cursor ? `?since=${encodeURIComponent(cursor)}` : ''));
  stream.onopen = () => send({ type: 'open' });
  stream.onerror = () => {
    send({ type: 'error' });
    // A browser does not try again after an answer that is no stream, such as that there are too many or
    // that the cursor is wrong.
    if (stream.readyState === EventSource.CLOSED) { cursor = ''; setTimeout(() => connect(send), 5000); }
  };
  for (const type of types) {
    stream.addEventListener(type, event =>
      send({ type, id: event.lastEventId, data: JSON.parse(event.data) }));
  }
}

/** Shares one stream among the tabs: one holds a lock and the stream, the others listen to it. */
function share() {
  const channel = new BroadcastChannel('almanac');
  let isLeader = false;
  channel.onmessage = ({ data: message }) => {
    if (message.type !== 'hello') take(message);
    else if (isLeader) channel.postMessage({ type: 'welcome', id: cursor });
  };
  const own = cursor;
  const takeWelcome = ({ data: message }) => {
    if (message.type !== 'welcome') return;
    channel.removeEventListener('message', takeWelcome);
    showConnection(true);
    // Changes may have arrived between the page and this moment.
    if (message.id !== own) update();
  };
  channel.addEventListener('message', takeWelcome);
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
const defaults = { units: null, zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? null };
const url = new URL(location.href);
for (const name of ['units', 'zone']) {
  const chosen = url.searchParams.get(name);
  if (chosen === null) {
    const value = localStorage.getItem(name) ?? defaults[name];
    if (value && value !== 'UTC') url.searchParams.set(name, value);
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
