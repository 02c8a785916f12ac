// Rings around changed records, which grow for some seconds.

import { drawHalo, radiusOf } from "./map-symbols.js";

/** How long a record is highlighted, in milliseconds. */
const DURATION = 6000;
/** How long a ring grows, in milliseconds. */
const PERIOD = 1200;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Highlights {
  #context;
  #starts = new Map();
  #frame = 0;

  constructor(context) {
    this.#context = context;
  }

  /** Highlights records from now on; calls a function when that ends. */
  add(ids, ended) {
    for (const id of ids) this.#starts.set(id, performance.now());
    setTimeout(ended, DURATION + 50);
  }

  /** Draws rings above a map that has just been drawn, with marks and their places, and lets them grow. */
  draw(marks, view, color) {
    cancelAnimationFrame(this.#frame);
    const now = performance.now();
    for (const [id, start] of this.#starts) if (now - start > DURATION) this.#starts.delete(id);
    const places = marks.filter(([mark]) => mark.members.some((member) => this.#starts.has(member.id)));
    if (places.length === 0) return;
    // To draw the map again for each frame would keep the processor busy.
    const map = calm.matches ? null : copyOf(this.#context.canvas);
    this.#drawRings(places, view, color, map);
  }

  #drawRings(places, view, color, map) {
    const phase = map ? (performance.now() % PERIOD) / PERIOD : 0;
    for (const [mark, place] of places) drawHalo(this.#context, place, radiusOf(mark), color, phase);
    if (!map) return;
    this.#frame = requestAnimationFrame(() => {
      this.#context.drawImage(map, 0, 0, view.width, view.height);
      this.#drawRings(places, view, color, map);
    });
  }
}

function copyOf(canvas) {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  copy.getContext("2d").drawImage(canvas, 0, 0);
  return copy;
}
