// The map of the world: reading world.map, whose format make-map describes, and drawing it.

import { mercator } from "./map-view.js";

const LAND = 1, LAKES = 2, BORDERS = 3, STATES = 4, TOWNS = 5;
/** The zoom from which lines are drawn with all points, and lines of states at all. */
const DETAIL_ZOOM = 3.2;
/** The shortest step of lines that are drawn below that zoom, where it is at most 1.5 pixels. */
const LEAST_STEP = 1.5 / (256 * 2 ** DETAIL_ZOOM);

class Reader {
  constructor(bytes, at, end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  number() {
    let value = 0, factor = 1, byte;
    do {
      if (this.at >= this.end) throw new Error("the map ends too early");
      byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  }

  signed() {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  text(length) {
    const start = this.at;
    this.at += length;
    if (this.at > this.end) throw new Error("the map ends too early");
    return new TextDecoder().decode(this.bytes.subarray(start, this.at));
  }
}

/** Reads a whole map: `{layers: Map of kind to shapes, towns}`; throws if it is damaged. */
export function readWorld(bytes) {
  const world = { layers: new Map(), towns: [] };
  const reader = new Reader(bytes, bytes.indexOf(10) + 1, bytes.length);
  for (;;) {
    const kind = reader.number(), length = reader.number();
    if (kind === 0) return world;
    const block = new Reader(bytes, reader.at, reader.at + length);
    reader.at += length;
    if (reader.at > bytes.length) throw new Error("the map ends too early");
    if (kind === TOWNS) world.towns = readTowns(block);
    else world.layers.set(kind, readLines(block, kind <= LAKES));
  }
}

/** Reads lines as shapes in units of the whole world. */
function readLines(block, areClosed) {
  const units = block.number(), shapes = [];
  let east = 0, north = 0;
  for (let rest = block.number(); rest > 0; rest--) {
    const points = [];
    for (let left = block.number(); left > 0; left--) {
      east += block.signed();
      north += block.signed();
      points.push(mercator(east / units, north / units));
    }
    shapes.push(shapeOf(points, areClosed));
  }
  return shapes;
}

/** Returns a line as a path and, unless it is too small, a coarse one, with the box that it covers. */
function shapeOf(points, isClosed) {
  const shape = { path: pathOf(points, isClosed), coarse: null, left: 9, right: -9, top: 9, bottom: -9 };
  for (const [x, y] of points) cover(shape, x, y);
  if (shape.right - shape.left < LEAST_STEP && shape.bottom - shape.top < LEAST_STEP) return shape;
  let last = points[0];
  const kept = points.filter((point, index) => {
    const isKept = index === 0 || (index === points.length - 1 && !isClosed)
      || Math.hypot(point[0] - last[0], point[1] - last[1]) >= LEAST_STEP;
    if (isKept) last = point;
    return isKept;
  });
  shape.coarse = pathOf(kept, isClosed);
  return shape;
}

function pathOf(points, isClosed) {
  const path = new Path2D();
  for (const [x, y] of points) path.lineTo(x, y);
  if (isClosed) path.closePath();
  return path;
}

/** Extends the box of a shape to a point. */
export function cover(shape, x, y) {
  if (x < shape.left) shape.left = x;
  if (x > shape.right) shape.right = x;
  if (y < shape.top) shape.top = y;
  if (y > shape.bottom) shape.bottom = y;
}

function readTowns(block) {
  const units = block.number(), towns = [];
  let east = 0, north = 0;
  for (let rest = block.number(); rest > 0; rest--) {
    const rank = block.number();
    east += block.signed();
    north += block.signed();
    const [x, y] = mercator(east / units, north / units);
    towns.push({ x, y, zoom: (rank >> 1) / 2, isCapital: rank % 2 === 1 });
  }
  for (const town of towns) town.title = block.text(block.number());
  return towns;
}

/** Draws sea, land, lakes, borders and the grid of degrees. */
export function drawWorld(context, view, world, colors) {
  context.fillStyle = colors.sea;
  context.fillRect(0, 0, view.width, view.height);
  const isDetailed = view.zoom >= DETAIL_ZOOM;
  for (const turn of view.turns()) {
    const layer = (kind) => (world?.layers.get(kind) ?? []).filter((shape) => view.sees(shape, turn))
      .map((shape) => (isDetailed ? shape.path : shape.coarse)).filter((path) => path);
    const [land, lakes] = [layer(LAND), layer(LAKES)];
    context.save();
    view.transform(context, turn);
    const pixel = 1 / view.scale;
    context.lineJoin = "round";
    context.fillStyle = colors.land;
    for (const path of land) context.fill(path);
    context.fillStyle = colors.sea;
    for (const path of lakes) context.fill(path);
    context.strokeStyle = colors.border;
    context.lineWidth = pixel * 0.8;
    for (const path of [...land, ...lakes]) context.stroke(path);
    context.setLineDash([pixel * 3, pixel * 3]);
    if (isDetailed) for (const path of layer(STATES)) context.stroke(path);
    context.setLineDash([]);
    context.lineWidth = pixel * 1.1;
    for (const path of layer(BORDERS)) context.stroke(path);
    context.restore();
  }
  drawDegrees(context, view, colors);
}

/** Draws meridians and parallels, closer ones at higher zoom. */
function drawDegrees(context, view, colors) {
  const steps = [30, 30, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.1, 0.05, 0.02, 0.01];
  const step = steps[Math.floor(view.zoom)] ?? 30;
  const west = view.longitudeAt(0), east = view.longitudeAt(view.width);
  const [north, south] = [view.latitudeAt(0), view.latitudeAt(view.height)];
  context.save();
  context.globalAlpha = 0.35;
  context.strokeStyle = colors.border;
  context.lineWidth = 0.5;
  context.beginPath();
  for (let n = Math.ceil(west / step); n * step <= east; n++) {
    const [x] = view.place(...mercator(n * step, 0));
    context.moveTo(x, 0);
    context.lineTo(x, view.height);
  }
  for (let n = Math.ceil(south / step); n * step <= north; n++) {
    const [, y] = view.place(...mercator(0, n * step));
    context.moveTo(0, y);
    context.lineTo(view.width, y);
  }
  context.stroke();
  context.restore();
}

/** Draws the towns that belong to the zoom, where neither a mark nor the name of a larger town is. */
export function drawTowns(context, view, world, colors, taken) {
  context.save();
  context.lineJoin = "round";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.strokeStyle = colors.land;
  for (const town of world?.towns ?? []) {
    if (town.zoom > view.zoom + 0.4) continue;
    for (const turn of view.turns()) {
      drawTown(context, view.place(town.x + turn, town.y), view, town, colors, taken);
    }
  }
  context.restore();
}

function drawTown(context, [x, y], view, town, colors, taken) {
  if (x < -80 || y < -10 || x > view.width + 10 || y > view.height + 10) return;
  context.font = `${town.isCapital ? 600 : 400} ${town.zoom <= 3 ? 13 : 12}px ${colors.font}`;
  const width = context.measureText(town.title).width;
  const sides = [[6, 0], [-6 - width, 0], [-width / 2, -13], [-width / 2, 13]];
  const boxAt = ([right, down]) => {
    return { left: x + right - 2, top: y + down - 7, right: x + right + width + 2, bottom: y + down + 7 };
  };
  const side = sides.find((side) => !taken.some((other) => overlap(boxAt(side), other)));
  if (!side) return;
  taken.push(boxAt(side), { left: x - 4, top: y - 4, right: x + 4, bottom: y + 4 });
  context.fillStyle = colors.town;
  context.beginPath();
  if (town.isCapital) context.rect(x - 2.5, y - 2.5, 5, 5);
  else context.arc(x, y, 2, 0, 7);
  context.fill();
  context.strokeText(town.title, x + side[0], y + side[1]);
  context.fillText(town.title, x + side[0], y + side[1]);
}

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Draws a bar of a round length in kilometres at the lower left. */
export function drawScale(context, view, colors) {
  const metres = (40_075_017 * Math.cos((view.latitude * Math.PI) / 180)) / view.scale;
  const goal = metres * 110, power = 10 ** Math.floor(Math.log10(goal));
  const length = [5, 2, 1].map((n) => n * power).find((n) => n <= goal) ?? power;
  const right = 12 + length / metres, y = view.height - 12;
  context.save();
  context.font = `11px ${colors.font}`;
  for (const [color, width] of [[colors.land, 4], [colors.ink, 1.5]]) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(12, y - 5);
    context.lineTo(12, y);
    context.lineTo(right, y);
    context.lineTo(right, y - 5);
    context.stroke();
  }
  const text = length >= 1000 ? `${length / 1000} km` : `${length} m`;
  context.lineWidth = 3;
  context.strokeStyle = colors.land;
  context.strokeText(text, 16, y - 5);
  context.fillStyle = colors.ink;
  context.fillText(text, 16, y - 5);
  context.restore();
}
