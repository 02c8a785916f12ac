// The map page: makes a map that moves out of the drawing that the server sent.

import { Features, idOf } from "./map-features.js";
import { followGestures } from "./map-gestures.js";
import { Highlights } from "./map-highlights.js";
import { Popup, fillList, fillSources, followSearch } from "./map-panel.js";
import { drawAreaNames, drawAreas, drawHalo, drawMark, radiusOf } from "./map-symbols.js";
import { View, mercator } from "./map-view.js";
import { drawScale, drawTowns, drawWorld, readWorld } from "./map-world.js";

const COLORS = "paper card ink faint accent good fair bad grave sea land border town".split(" ");

const part = (name) => document.getElementById(`map-${name}`);
const root = part("live");
const canvas = part("canvas");
const context = canvas.getContext("2d");
const view = new View();
const features = new Features();
const highlights = new Highlights(context);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const popup = new Popup(part("popup"), (isByUser) => {
  if (isByUser) canvas.focus({ preventScroll: true });
  draw();
});
let world = null, colors = {}, here = null, isPlanned = false, listTimer = 0;
/** The records that were changed since they were loaded, and the address that they were loaded from. */
const touched = new Set();
let loading = Promise.resolve(), loaded = "", needsTexts = false;

/** Reads the theme's colours, which CSS defines. */
function readColors() {
  const style = getComputedStyle(root);
  for (const name of COLORS) colors[name] = style.getPropertyValue(`--${name}`).trim();
  colors.font = style.fontFamily;
  draw();
}

/** Plans to draw in the next frame. */
function draw() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    drawAll();
  });
}

function drawAll() {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(view.width * ratio), height = Math.round(view.height * ratio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawWorld(context, view, world, colors);
  drawAreas(context, view, features.areas, colors);
  const marks = [];
  features.eachMark(view, 40, (mark, turn) => marks.push([mark, view.place(mark.x + turn, mark.y)]));
  const taken = marks.map(([mark, [x, y]]) => {
    const radius = radiusOf(mark) + 1;
    return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
  });
  drawTowns(context, view, world, colors, taken);
  // Marks further south are in front.
  marks.sort((a, b) => a[1][1] - b[1][1]);
  for (const [mark, place] of marks) drawMark(context, place, mark, colors);
  drawAreaNames(context, view, features.areas, colors);
  drawHalos();
  drawScale(context, view, colors);
  popup.follow(view);
  highlights.draw(marks, view, colors.accent);
}

/** Draws rings around the selected mark and the user's position. */
function drawHalos() {
  if (popup.mark) drawHalo(context, view.placeNearest(popup.mark.x, popup.mark.y), 10, colors.ink);
  if (here) {
    drawHalo(context, view.placeNearest(...here), 0, colors.accent);
    drawHalo(context, view.placeNearest(...here), -4, colors.accent);
  }
}

function say(text) {
  part("status").textContent = text;
}

/** Draws after the view moved, and later writes its address and its list. */
function moved() {
  draw();
  clearTimeout(listTimer);
  listTimer = setTimeout(() => {
    if (location.hash !== view.fragment) history.replaceState(history.state, "", view.fragment);
    list();
  }, 250);
}

function list() {
  const show = (feature) => open({ x: feature.x, y: feature.y, members: [feature] }, false);
  fillList(part("list"), part("count"), features.inView(view), show);
}

/** Moves to a target, gradually if it is near and the user allows motion. */
function go(target) {
  const start = { x: view.x, y: view.y, zoom: view.zoom };
  const end = new View();
  end.resize(view.width, view.height);
  end.show(target);
  const turn = Math.round(end.x - start.x);
  const distance = Math.hypot(end.x - turn - start.x, end.y - start.y) * view.scale;
  if (calm.matches || distance > 2 * view.width) {
    view.show(end);
    return moved();
  }
  const began = performance.now();
  (function step() {
    const time = Math.min(1, (performance.now() - began) / 300), part = time * (2 - time);
    const mixed = (name, shift = 0) => start[name] + (end[name] - shift - start[name]) * part;
    view.show({ x: mixed("x", turn), y: mixed("y"), zoom: mixed("zoom") });
    moved();
    if (time < 1) requestAnimationFrame(step);
  })();
}

function open(mark, takesFocus) {
  if (mark.members.some((member) => member.lacksText)) loadTexts();
  popup.open(mark, takesFocus);
  draw();
}

/** Opens what is at a mark; the sites of a cluster are shown closer as long as that separates them. */
function press(mark, takesFocus) {
  if (!mark) return popup.close();
  if (!mark.sites || view.isClosest) return open(mark, takesFocus);
  popup.close();
  const target = view.fitting(mark.box, 14);
  go({ ...target, zoom: Math.max(view.zoom + 1, target.zoom) });
}

function showWhole() {
  const box = features.box;
  if (box) go(view.fitting(box, 9));
  else go({ x: 0.5, y: 0.42, zoom: 0 });
}

/** Shows a record or town that the search found. */
function show(thing) {
  go(thing.area ? view.fitting(thing.area) : { x: thing.x, y: thing.y, zoom: Math.max(view.zoom, 9) });
  if (thing.id) open({ x: thing.x, y: thing.y, members: [thing] }, true);
  else popup.close();
  say(`The map shows ${thing.title}.`);
}

/** Shows the user's surroundings, if the browser and the user allow it. */
function showNear() {
  const refusals = ["", "The browser did not allow the page to know your position.",
    "The device does not know its position.", "Finding your position took too long."];
  if (!navigator.geolocation) return say("This browser cannot find your position.");
  say("Finding your position …");
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    here = mercator(coords.longitude, coords.latitude);
    say("The map shows your surroundings; the list begins with the nearest record.");
    go({ x: here[0], y: here[1], zoom: 9 });
  }, (error) => say(refusals[error.code] || "Your position is unknown."), {
    timeout: 15_000, maximumAge: 600_000,
  });
}

/** Loads the records, one time after the other: those that are no more than places have no texts at first. */
function loadFeatures() {
  loading = loading.catch(() => {}).then(async () => {
    const { features: all, places } = root.dataset, address = needsTexts ? all : places;
    const response = await fetch(address, { headers: { Accept: "application/geo+json" } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const differing = features.replace(await response.json(), new URL(all, location).search);
    // Records of another form are not changed ones.
    if (address === loaded) highlight(differing);
    loaded = address;
    renewPopup();
    fillSources(part("sources"), features, (source, isHidden) => {
      features.setHidden(source, isHidden);
      moved();
    });
    moved();
  });
  return loading;
}

/** Highlights records that differ, and those of which a change is all that is known. */
function highlight(differing) {
  const all = new Set([...differing, ...[...touched].flatMap((id) => features.byId.get(id) ?? [])]);
  touched.clear();
  highlights.add([...all].map((feature) => feature.id), draw);
  if (all.size) say(all.size === 1 ? `${[...all][0].title} changed.` : `${all.size} records changed.`);
}

/** Loads the texts of all records, once they are needed. */
function loadTexts() {
  if (needsTexts) return;
  needsTexts = true;
  loadFeatures().catch(() => {
    needsTexts = false;
    say("The texts of the records could not be loaded.");
  });
}

/** Replaces the records in an open popup by their new states. */
function renewPopup() {
  if (!popup.mark) return;
  const members = popup.mark.members.map((member) => features.byId.get(member.id)).filter((member) => member);
  if (members.length) popup.open({ ...popup.mark, members }, false);
  else popup.close();
}

async function loadWorld() {
  const response = await fetch(root.dataset.world);
  if (!response.ok) throw new Error(`status ${response.status}`);
  world = readWorld(new Uint8Array(await response.arrayBuffer()));
  draw();
}

/** Loads the records again after changes, at most every two seconds. */
function followChanges() {
  let timer = 0;
  const load = () => loadFeatures().catch(() => say("The new records could not be loaded."));
  document.addEventListener("almanac:changed", ({ detail }) => {
    if (detail.key !== undefined) touched.add(idOf(detail));
    timer ||= setTimeout(() => {
      timer = 0;
      load();
    }, 2000);
  });
  // Another choice of units changes the addresses.
  document.addEventListener("almanac:updated", () => {
    if (loaded !== root.dataset.features && loaded !== root.dataset.places) load();
  });
}

function followControls() {
  followGestures(canvas, view, {
    moved,
    pressed: (x, y) => press(features.at(view, x, y), false),
    chosen: () => press(features.at(view, view.width / 2, view.height / 2, view.width + view.height), true),
    closed: () => popup.close(),
    whole: showWhole,
    isOver: (x, y) => features.at(view, x, y) !== null,
  });
  const zoom = (levels) => () => go({ x: view.x, y: view.y, zoom: view.zoom + levels });
  part("closer").addEventListener("click", zoom(1));
  part("wider").addEventListener("click", zoom(-1));
  part("whole").addEventListener("click", showWhole);
  part("near").addEventListener("click", showNear);
  const search = (text) => {
    features.search(text);
    moved();
  };
  part("search").addEventListener("focus", loadTexts, { once: true });
  followSearch(part("search"), part("results"), { features, towns: () => world?.towns ?? [], search, show });
  window.addEventListener("hashchange", () => view.showFragment(location.hash) && moved());
}

function followTheme() {
  const observer = new MutationObserver(readColors);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColors);
  new ResizeObserver(() => {
    // The canvas must not be stretched until the next frame.
    view.resize(canvas.clientWidth, canvas.clientHeight);
    drawAll();
    moved();
  }).observe(canvas);
}

async function start() {
  const world = loadWorld().catch(() => say("The outlines of the map could not be loaded."));
  await loadFeatures();
  await world;
  root.classList.add("map-moves");
  // The page does not replace this part when it is fetched again.
  root.dataset.own = "";
  for (const hidden of root.querySelectorAll("[data-moves]")) hidden.hidden = false;
  view.resize(canvas.clientWidth, canvas.clientHeight);
  const box = features.box;
  if (!view.showFragment(location.hash)) view.show(box ? view.fitting(box, 9) : { x: 0.5, y: 0.42, zoom: 0 });
  followControls();
  followTheme();
  followChanges();
  readColors();
  list();
}

start().catch(() => say("The records could not be loaded, so the map does not move."));
