// Which part of the world is shown: Web Mercator (EPSG:3857), where the world is a square from 0 to 1.

const MAX_ZOOM = 14;
/** The latitude of the edge of the square, in degrees. */
const EDGE = 85.0511;

/** Returns a position in the square. */
export function mercator(longitude, latitude) {
  const north = (Math.max(-EDGE, Math.min(EDGE, latitude)) * Math.PI) / 180;
  return [longitude / 360 + 0.5, 0.5 - Math.asinh(Math.tan(north)) / (2 * Math.PI)];
}

function latitudeOf(y) {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/** The part of the world within a canvas. At zoom 0 the world is 256 pixels wide, at zoom 1 twice that. */
export class View {
  constructor() {
    this.x = 0.5;
    this.y = 0.4;
    this.zoom = 1;
    this.width = this.height = 1;
  }

  /** The width of the world in pixels. */
  get scale() {
    return 256 * 2 ** this.zoom;
  }

  get latitude() {
    return latitudeOf(this.y);
  }

  get longitude() {
    return (this.x - 0.5) * 360;
  }

  /** The smallest zoom, at which the world fills the canvas. */
  get leastZoom() {
    return Math.log2(Math.max(this.width, this.height) / 256);
  }

  get isClosest() {
    return this.zoom >= MAX_ZOOM - 0.01;
  }

  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.limit();
  }

  /** Keeps the zoom and the position in their ranges; the world repeats to the east and west. */
  limit() {
    this.zoom = Math.max(this.leastZoom, Math.min(MAX_ZOOM, this.zoom));
    this.x -= Math.floor(this.x);
    const half = Math.min(0.5, this.height / 2 / this.scale);
    this.y = Math.max(half, Math.min(1 - half, this.y));
  }

  /** Returns the pixel of a point of the square. */
  place(x, y) {
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }

  /** Returns the pixel of a point, of the repetition of the world that is nearest to the centre. */
  placeNearest(x, y) {
    return this.place(x - Math.round(x - this.x), y);
  }

  longitudeAt(pixel) {
    return ((pixel - this.width / 2) / this.scale + this.x - 0.5) * 360;
  }

  latitudeAt(pixel) {
    return latitudeOf((pixel - this.height / 2) / this.scale + this.y);
  }

  /** Returns the point of the square at a pixel. */
  point(pixelX, pixelY) {
    const { x, y, scale } = this;
    return [(pixelX - this.width / 2) / scale + x, (pixelY - this.height / 2) / scale + y];
  }

  /** The repetitions of the world that can be seen, such as -1 and 0. */
  turns(margin = 0) {
    const half = (this.width / 2 + margin) / this.scale, turns = [];
    for (let turn = Math.floor(this.x - half); turn <= Math.floor(this.x + half); turn++) turns.push(turn);
    return turns;
  }

  /** Whether any part of a box may be seen. */
  sees(box, turn = 0) {
    const halfWidth = this.width / 2 / this.scale, halfHeight = this.height / 2 / this.scale;
    return box.right + turn >= this.x - halfWidth && box.left + turn <= this.x + halfWidth
      && box.bottom >= this.y - halfHeight && box.top <= this.y + halfHeight;
  }

  /** Makes a canvas draw in units of the square. */
  transform(context, turn) {
    const [x, y] = this.place(turn, 0);
    context.translate(x, y);
    context.scale(this.scale, this.scale);
  }

  pan(pixelsX, pixelsY) {
    this.x += pixelsX / this.scale;
    this.y += pixelsY / this.scale;
    this.limit();
  }

  /** Zooms while the point at a pixel stays there. */
  zoomBy(levels, pixelX = this.width / 2, pixelY = this.height / 2) {
    const [x, y] = this.point(pixelX, pixelY);
    this.zoom += levels;
    this.limit();
    const [newX, newY] = this.point(pixelX, pixelY);
    this.x += x - newX;
    this.y += y - newY;
    this.limit();
  }

  /** Returns where a box fills the canvas, as `{x, y, zoom}`. */
  fitting(box, maxZoom = 12) {
    const width = Math.max(1e-9, box.right - box.left), height = Math.max(1e-9, box.bottom - box.top);
    const room = [Math.max(60, this.width - 90), Math.max(60, this.height - 110)];
    const zoom = Math.log2(Math.min(room[0] / width, room[1] / height) / 256);
    // Records all over the world: the middle of those at the poles and the others would be far south.
    if (zoom < this.leastZoom && height > 0.5) return { x: 0.5, y: 0.4, zoom };
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, zoom: Math.min(maxZoom, zoom) };
  }

  /** Moves to `{x, y, zoom}`. */
  show({ x, y, zoom }) {
    Object.assign(this, { x, y, zoom });
    this.limit();
  }

  /** The part as the fragment of an address: `#zoom/latitude/longitude`. */
  get fragment() {
    const digits = this.zoom < 5 ? 2 : 4;
    return `#${this.zoom.toFixed(2)}/${this.latitude.toFixed(digits)}/${this.longitude.toFixed(digits)}`;
  }

  /** Moves to the part in a fragment; returns whether it has one. */
  showFragment(fragment) {
    const numbers = fragment.slice(1).split("/").map((text) => (text === "" ? NaN : Number(text)));
    if (numbers.length !== 3 || !numbers.every(Number.isFinite)) return false;
    const [zoom, latitude, longitude] = numbers;
    const [x, y] = mercator(longitude, latitude);
    this.show({ x, y, zoom });
    return true;
  }
}
