// The records on the map: their sites, clusters of sites, and what is where.

import { mercator } from "./map-view.js";
import { cover } from "./map-world.js";

/** Sites closer than this are shown as one, in pixels. */
const CLUSTER = 38;
/** The units per degree of places. */
const PLACE_UNITS = 10_000;

/** Things with `x` and `y` by squares, so that those nearby are found without looking at all. */
class Grid {
  constructor(things, size) {
    this.size = size;
    this.squares = new Map();
    for (const thing of things) {
      const key = this.key(Math.floor(thing.x / size), Math.floor(thing.y / size));
      const square = this.squares.get(key);
      if (square) square.push(thing);
      else this.squares.set(key, [thing]);
    }
  }

  key(column, row) {
    return column * 67_108_864 + row;
  }

  /** Calls `visit` for each thing in the squares that a box touches. */
  each(left, top, right, bottom, visit) {
    const [first, last] = [Math.floor(left / this.size), Math.floor(right / this.size)];
    const [high, low] = [Math.floor(top / this.size), Math.floor(bottom / this.size)];
    if ((last - first + 1) * (low - high + 1) > this.squares.size) {
      for (const square of this.squares.values()) square.forEach(visit);
      return;
    }
    for (let column = first; column <= last; column++) {
      for (let row = high; row <= low; row++) this.squares.get(this.key(column, row))?.forEach(visit);
    }
  }
}

/** Text for searching: lower case without accents. */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The identifier of a record. */
export function idOf({ source, key }) {
  return `${source}\n${key}`;
}

/** Makes a record of a GeoJSON feature; `null` if it has no usable geometry. */
function readFeature({ geometry, properties }) {
  const feature = { ...properties, id: idOf(properties) };
  feature.title = String(properties.title || properties.key);
  feature.state = JSON.stringify([geometry, properties]);
  if (geometry?.type === "Point") {
    [feature.x, feature.y] = mercator(...geometry.coordinates);
    return Number.isFinite(feature.x + feature.y) ? feature : null;
  }
  const polygons = { Polygon: [geometry?.coordinates], MultiPolygon: geometry?.coordinates }[geometry?.type];
  return polygons ? readArea(feature, polygons) : null;
}

/** Makes records of the columns of a source's places, whose texts are not loaded; links have a query. */
function readPlaces({ source, keys, titles, east, north }, query) {
  let [x, y] = [0, 0];
  return keys.map((key, index) => {
    x += east[index];
    y += north[index];
    const href = `/data/${encodeURIComponent(source)}/${encodeURIComponent(key)}${query}`;
    const properties = { source, key, title: titles[index], href };
    const coordinates = [x / PLACE_UNITS, y / PLACE_UNITS];
    return { ...readFeature({ geometry: { type: "Point", coordinates }, properties }), lacksText: true };
  });
}

function readArea(feature, polygons) {
  const area = { path: new Path2D(), rings: [], left: 9, right: -9, top: 9, bottom: -9 };
  for (const ring of polygons.flat()) {
    const points = ring.map(([longitude, latitude]) => mercator(longitude, latitude));
    points.forEach(([x, y], index) => {
      if (index === 0) area.path.moveTo(x, y);
      else area.path.lineTo(x, y);
      cover(area, x, y);
    });
    area.path.closePath();
    area.rings.push(points);
  }
  Object.assign(feature, { area, x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 });
  return Number.isFinite(feature.x + feature.y) ? feature : null;
}

/** Whether a point is within an odd number of the rings of an area. */
function isWithin(area, x, y) {
  let inside = false;
  for (const ring of area.rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

/** All records of the map; those of hidden sources and those that a search does not find are left out. */
export class Features {
  constructor() {
    this.all = [];
    this.byId = new Map();
    this.hidden = new Set();
    this.query = [];
    this.prepare();
  }

  /** Takes a new FeatureCollection, whose places have links with a query; returns the records that differ. */
  replace(collection, query) {
    const before = this.byId;
    const places = (collection.places ?? []).flatMap((columns) => readPlaces(columns, query));
    this.all = [...(collection.features ?? []).map(readFeature).filter((feature) => feature), ...places];
    this.byId = new Map(this.all.map((feature) => [feature.id, feature]));
    this.prepare();
    return this.all.filter((feature) => before.get(feature.id)?.state !== feature.state);
  }

  /** Shows or hides a source. */
  setHidden(source, isHidden) {
    if (isHidden) this.hidden.add(source);
    else this.hidden.delete(source);
    this.prepare();
  }

  /** Shows only the records with all words of a text; all of them if none has them. */
  search(text) {
    this.query = folded(text).split(/\s+/).filter((word) => word);
    this.prepare();
  }

  /** Returns the visible records that the search finds. */
  get found() {
    return this.query.length ? this.shown.filter((feature) => this.matches(feature)) : [];
  }

  matches(feature) {
    const { title, key, text, source } = feature;
    feature.words ??= folded([title, key, text, source].join(" "));
    return this.query.every((word) => feature.words.includes(word));
  }

  prepare() {
    this.shown = this.all.filter((feature) => !this.hidden.has(feature.source));
    const found = this.found;
    if (found.length) this.shown = found;
    this.areas = this.shown.filter((feature) => feature.area);
    this.sites = sitesOf(this.shown.filter((feature) => !feature.area));
    this.levels = new Map();
  }

  /** The marks at a zoom and a grid to find them: single sites, and clusters, which have `sites`. */
  level(zoom) {
    const level = Math.floor(zoom * 2) / 2;
    let found = this.levels.get(level);
    if (!found) {
      const size = CLUSTER / (256 * 2 ** level);
      found = new Grid(clusters(this.sites, size), size * 4);
      this.levels.set(level, found);
    }
    return found;
  }

  /** Calls `visit` with each mark in view and the repetition of the world that it is in. */
  eachMark(view, margin, visit) {
    const grid = this.level(view.zoom);
    const [left, top] = view.point(-margin, -margin);
    const [right, bottom] = view.point(view.width + margin, view.height + margin);
    for (const turn of view.turns(margin)) {
      grid.each(left - turn, top, right - turn, bottom, (mark) => {
        const x = mark.x + turn;
        if (x >= left && x <= right && mark.y >= top && mark.y <= bottom) visit(mark, turn);
      });
    }
  }

  /** Returns the mark at a pixel, or else the areas there as a mark; `null` if nothing is there. */
  at(view, pixelX, pixelY, reach = 14) {
    let best = null, least = reach * reach;
    this.eachMark(view, reach, (mark, turn) => {
      const [x, y] = view.place(mark.x + turn, mark.y);
      const distance = (x - pixelX) ** 2 + (y - pixelY) ** 2;
      if (distance < least) [best, least] = [mark, distance];
    });
    if (best) return best;
    const [x, y] = view.point(pixelX, pixelY);
    const members = this.areas.filter((feature) => isWithin(feature.area, x - Math.floor(x), y));
    return members.length ? { x: x - Math.floor(x), y, members } : null;
  }

  /** Returns the records in view, those nearest to the centre first. */
  inView(view) {
    const found = [];
    for (const feature of this.shown) {
      const box = feature.area ?? { left: feature.x, right: feature.x, top: feature.y, bottom: feature.y };
      if (view.turns().some((turn) => view.sees(box, turn))) found.push(feature);
    }
    const distance = (feature) => {
      const x = feature.x - view.x;
      return (x - Math.round(x)) ** 2 + (feature.y - view.y) ** 2;
    };
    const measured = found.map((feature) => [distance(feature), feature]);
    return measured.sort((a, b) => a[0] - b[0]).map(([, feature]) => feature);
  }

  /** Returns the box of all records, across 180° if that is narrower; `null` if there are none. */
  get box() {
    if (!this.shown.length) return null;
    const box = { left: 9, right: -9, top: 9, bottom: -9 };
    for (const { area, x, y } of this.shown) {
      cover(box, area?.left ?? x, area?.top ?? y);
      cover(box, area?.right ?? x, area?.bottom ?? y);
    }
    const xs = this.shown.map((feature) => feature.x).sort((a, b) => a - b);
    let [widest, start] = [1 - (xs.at(-1) - xs[0]), 0];
    for (let i = 1; i < xs.length; i++) {
      if (xs[i] - xs[i - 1] > widest) [widest, start] = [xs[i] - xs[i - 1], i];
    }
    return start && !this.areas.length ? { ...box, left: xs[start], right: xs[start - 1] + 1 } : box;
  }
}

/** Returns the sites of records, the most telling record of each first: a site has `members`. */
function sitesOf(features) {
  const sites = new Map();
  for (const feature of features) {
    const key = `${feature.x.toFixed(6)} ${feature.y.toFixed(6)}`;
    const site = sites.get(key);
    if (site) site.members.push(feature);
    else sites.set(key, { x: feature.x, y: feature.y, members: [feature] });
  }
  const weight = ({ rules, wind, magnitude }) => (rules ? 2 : 0) + (wind ? 2 : 0) + (magnitude ? 1 : 0);
  for (const site of sites.values()) site.members.sort((a, b) => weight(b) - weight(a));
  return [...sites.values()];
}

/** Returns the marks for sites: those closer than `size` to another one become a cluster with it. */
function clusters(sites, size) {
  const grid = new Grid(sites, size), done = new Set(), marks = [];
  for (const site of sites) {
    if (done.has(site)) continue;
    const near = [];
    grid.each(site.x - size, site.y - size, site.x + size, site.y + size, (other) => {
      const distance = (other.x - site.x) ** 2 + (other.y - site.y) ** 2;
      if (!done.has(other) && distance < size * size) near.push(other);
    });
    for (const other of near) done.add(other);
    marks.push(near.length > 1 ? cluster(near) : site);
  }
  return marks;
}

function cluster(sites) {
  const box = { left: 9, right: -9, top: 9, bottom: -9 };
  let [x, y] = [0, 0];
  for (const site of sites) {
    cover(box, site.x, site.y);
    x += site.x / sites.length;
    y += site.y / sites.length;
  }
  return { x, y, sites, box, members: sites.flatMap((site) => site.members) };
}
