// How records look on the canvas: discs of stations with wind barbs, badges, areas and clusters.

const RULES = { VFR: "good", MVFR: "fair", IFR: "bad", LIFR: "grave", unknown: "faint" };
const SEVERITIES = { extreme: "grave", severe: "bad", moderate: "fair", minor: "accent" };
const RADIUS = 9;

/** The kind of symbol of a record: `rules`, `station`, `quake`, `area` or `badge`. */
export function symbolOf(feature) {
  if (feature.area) return "area";
  if (feature.rules in RULES) return "rules";
  if (feature.wind) return "station";
  return Number.isFinite(feature.magnitude) ? "quake" : "badge";
}

/** The letter or sign on a record's symbol, so that colour is never alone. */
export function letterOf(feature) {
  if (feature.rules in RULES) return feature.rules === "unknown" ? "?" : feature.rules[0];
  if (Number.isFinite(feature.magnitude)) return feature.magnitude.toFixed(1);
  if (/hospital|clinic/i.test(feature.source)) return "+";
  if (/school|sat$/i.test(feature.source)) return "S";
  return (feature.source.match(/\p{L}/u)?.[0] ?? "•").toUpperCase();
}

/** The name of the colour of a record. */
export function colorOf(feature) {
  if (feature.rules in RULES) return RULES[feature.rules];
  if (feature.area || feature.severity) return SEVERITIES[String(feature.severity).toLowerCase()] ?? "accent";
  if (Number.isFinite(feature.magnitude)) return "bad";
  return feature.wind ? "faint" : "accent";
}

/** Draws one mark at a pixel. */
export function drawMark(context, [x, y], mark, colors) {
  context.save();
  context.translate(x, y);
  if (mark.sites) drawCluster(context, mark, colors);
  else drawSite(context, mark, colors);
  context.restore();
}

/** The radius of a mark in pixels. */
export function radiusOf(mark) {
  if (mark.sites) return 10 + 3 * Math.min(4, String(mark.members.length).length);
  return symbolOf(mark.members[0]) === "quake" ? quakeRadius(mark.members[0]) : RADIUS;
}

function drawSite(context, { members }, colors) {
  const [feature] = members;
  const kind = symbolOf(feature);
  if (feature.wind) drawWind(context, feature, colors);
  if (kind === "quake") drawQuake(context, feature, colors);
  else drawBadge(context, feature, kind === "badge", colors);
  if (members.length > 1) drawCount(context, members.length, colors);
}

function drawBadge(context, feature, isSquare, colors) {
  context.beginPath();
  if (isSquare) context.roundRect(-RADIUS + 1, -RADIUS + 1, 2 * RADIUS - 2, 2 * RADIUS - 2, 4);
  else context.arc(0, 0, RADIUS, 0, 7);
  outline(context, colors[colorOf(feature)], colors);
  const letter = letterOf(feature);
  write(context, letter, colors.card, letter === "+" ? `700 17px ${colors.font}` : `700 11px ${colors.font}`);
}

function quakeRadius(feature) {
  return Math.max(10, Math.min(22, 4 + feature.magnitude * 2));
}

function drawQuake(context, feature, colors) {
  const radius = quakeRadius(feature);
  context.beginPath();
  context.arc(0, 0, radius, 0, 7);
  context.fillStyle = colors.card;
  context.fill();
  context.strokeStyle = colors.bad;
  context.lineWidth = 1.5;
  context.stroke();
  context.beginPath();
  context.arc(0, 0, radius + 3, 0, 7);
  context.lineWidth = 0.8;
  context.stroke();
  write(context, letterOf(feature), colors.bad, `700 10px ${colors.font}`);
}

/** Writes how many records share a site. */
function drawCount(context, count, colors) {
  context.translate(RADIUS - 1, -RADIUS + 1);
  context.beginPath();
  context.arc(0, 0, 6, 0, 7);
  outline(context, colors.ink, colors);
  write(context, count > 9 ? "…" : String(count), colors.paper, `700 9px ${colors.font}`);
}

function outline(context, fill, colors) {
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = colors.card;
  context.lineWidth = 1.5;
  context.stroke();
}

function write(context, text, color, font) {
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = color;
  context.fillText(text, 0, 0.5);
}

/** Draws the wind: a barb that points to where it comes from, or a ring around the disc for calm. */
function drawWind(context, feature, colors) {
  const { direction, speed } = feature.wind;
  context.save();
  context.lineCap = "round";
  const isCalm = speed < 2.5;
  for (const [color, width] of [[colors.land, 4], [colors.ink, 1.6]]) {
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = width;
    if (isCalm || !Number.isFinite(direction)) drawRing(context, isCalm);
    else drawBarb(context, direction, speed, feature.y > 0.5);
  }
  context.restore();
}

/** Draws a whole ring for calm, or a broken one for wind without a direction. */
function drawRing(context, isWhole) {
  context.beginPath();
  context.setLineDash(isWhole ? [] : [3, 4]);
  context.arc(0, 0, RADIUS + 3.5, 0, 7);
  context.stroke();
  context.setLineDash([]);
}

/**
 * Draws a barb: pennants of 50 knots, barbs of 10 and 5, on the side of lower pressure.
 *
 * Source: WMO No. 485, Manual on the Global Data-processing and Forecasting System, Attachment II-4.
 */
function drawBarb(context, direction, speed, isSouth) {
  const side = isSouth ? -1 : 1, reach = 34;
  let rest = Math.round(speed / 5) * 5, at = -reach;
  context.save();
  context.rotate((direction * Math.PI) / 180);
  context.beginPath();
  context.moveTo(0, -RADIUS);
  context.lineTo(0, at);
  if (rest === 5) at += 4;
  for (; rest >= 50; rest -= 50, at += 7) {
    context.moveTo(0, at);
    context.lineTo(side * 11, at + 1);
    context.lineTo(0, at + 6);
  }
  context.fill();
  for (; rest >= 10; rest -= 10, at += 4) stroke(context, at, side * 11, 5);
  if (rest >= 5) stroke(context, at, side * 6, 2.7);
  context.stroke();
  context.restore();
}

function stroke(context, at, out, rise) {
  context.moveTo(0, at);
  context.lineTo(out, at - rise);
}

/** Draws a cluster: its count in a ring of the colours of its members. */
function drawCluster(context, mark, colors) {
  const radius = radiusOf(mark), shares = {};
  for (const member of mark.members) shares[colorOf(member)] = (shares[colorOf(member)] ?? 0) + 1;
  context.beginPath();
  context.arc(0, 0, radius + 1.5, 0, 7);
  context.fillStyle = colors.card;
  context.fill();
  let angle = -Math.PI / 2;
  for (const name of ["good", "fair", "bad", "grave", "accent", "faint"]) {
    if (!shares[name]) continue;
    const next = angle + (2 * Math.PI * shares[name]) / mark.members.length;
    context.beginPath();
    context.arc(0, 0, radius - 1.5, angle, next);
    context.strokeStyle = colors[name];
    context.lineWidth = 4;
    context.stroke();
    angle = next;
  }
  const count = mark.members.length;
  const text = count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;
  write(context, text, colors.ink, `600 11px ${colors.font}`);
}

/** Draws the areas of warnings. */
export function drawAreas(context, view, areas, colors) {
  eachAreaInView(view, areas, (feature, turn) => {
    context.save();
    view.transform(context, turn);
    context.fillStyle = context.strokeStyle = colors[colorOf(feature)];
    context.globalAlpha = 0.2;
    context.fill(feature.area.path, "evenodd");
    context.globalAlpha = 1;
    context.lineWidth = 1.8 / view.scale;
    context.stroke(feature.area.path);
    context.restore();
  });
}

/** Writes the severity of warnings, or else their titles, in areas with room for it. */
export function drawAreaNames(context, view, areas, colors) {
  eachAreaInView(view, areas, (feature, turn) => {
    const text = String(feature.severity ?? feature.title);
    context.save();
    context.font = `600 12px ${colors.font}`;
    if (context.measureText(text).width < (feature.area.right - feature.area.left) * view.scale) {
      context.translate(...view.place(feature.x + turn, feature.y));
      context.lineWidth = 3;
      context.strokeStyle = colors.card;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.strokeText(text, 0, 0.5);
      write(context, text, colors[colorOf(feature)], context.font);
    }
    context.restore();
  });
}

function eachAreaInView(view, areas, visit) {
  for (const feature of areas) {
    for (const turn of view.turns()) if (view.sees(feature.area, turn)) visit(feature, turn);
  }
}

/** Draws a ring around a selected, changed or nearby thing; `phase` from 0 to 1 makes it larger. */
export function drawHalo(context, [x, y], radius, color, phase = 0) {
  context.save();
  context.beginPath();
  context.arc(x, y, radius + 5 + phase * 10, 0, 7);
  context.strokeStyle = color;
  context.globalAlpha = 1 - phase * 0.8;
  context.lineWidth = 3;
  context.stroke();
  context.restore();
}
