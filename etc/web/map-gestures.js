// Moving the map with a pointer, two fingers, the wheel and the keyboard.

/** The pixels by which an arrow key moves the map. */
const STEP = 90;

/**
 * Lets the user move a view on a canvas.
 *
 * `actions` has `moved()` after each change, `pressed(x, y)` for a click or tap, `chosen()` for Enter,
 * `closed()` for Escape, `whole()` for Home, and `isOver(x, y)`, whether something is at a pixel.
 */
export function followGestures(canvas, view, actions) {
  const pointers = new Map();
  let travelled = 0;

  function at(event) {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** The centre of the fingers and their distance, 0 for one. */
  function grip() {
    const points = [...pointers.values()];
    const [a, b = a] = points;
    return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, spread: Math.hypot(a[0] - b[0], a[1] - b[1]) };
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) travelled = 0;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size > 1) travelled = Infinity;
  });

  canvas.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) {
      canvas.classList.toggle("map-over", actions.isOver(...at(event)));
      return;
    }
    const before = grip();
    pointers.set(event.pointerId, at(event));
    const now = grip();
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled < 4) return;
    view.pan(before.x - now.x, before.y - now.y);
    if (before.spread > 0 && now.spread > 0) view.zoomBy(Math.log2(now.spread / before.spread), now.x, now.y);
    actions.moved();
  });

  function release(event) {
    const wasPressed = pointers.delete(event.pointerId) && pointers.size === 0 && travelled < 4;
    if (wasPressed && event.type === "pointerup") actions.pressed(...at(event));
  }
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 0 ? 1 : 30;
    const levels = Math.max(-1, Math.min(1, (-event.deltaY * lines) / 300));
    view.zoomBy(levels, ...at(event));
    actions.moved();
  }, { passive: false });

  canvas.addEventListener("dblclick", (event) => {
    view.zoomBy(1, ...at(event));
    actions.moved();
  });

  const keys = {
    ArrowLeft: () => view.pan(-STEP, 0),
    ArrowRight: () => view.pan(STEP, 0),
    ArrowUp: () => view.pan(0, -STEP),
    ArrowDown: () => view.pan(0, STEP),
    "+": () => view.zoomBy(1),
    "=": () => view.zoomBy(1),
    "-": () => view.zoomBy(-1),
    Home: () => actions.whole(),
    Enter: () => actions.chosen(),
    Escape: () => actions.closed(),
  };
  canvas.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
    if (!["Enter", "Escape", "Home"].includes(event.key)) actions.moved();
  });
}
