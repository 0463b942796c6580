"use strict";
// The games of the page: a list to filter, and one game at a time on a board drawn from scenes.
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const SEATS = ["#1e88e5", "#ef6c00", "#ab47bc"];
const TINTS = { red: "#e53935", yellow: "#c79a00", green: "#2e9e5b", blue: "#1e6fe0", black: "#2b2f36" };
const HEIGHTS = ["#eef1f5", "#cfd8e3", "#aab9cc", "#8298b3", "#5f7a9b"];
const MARKS = { vent: "#7f1d1d", dome: "#274b73", goal: "#a5d6a7" };
const SIZE = 46, GAP = 30, ROWS = 100;

// The list

let found = data.games, from = 0;

function cell(row, text) { const td = row.insertCell(); td.textContent = text; return td; }

function names(game) { return game.lineup.map((who) => data.players[who]).join(" · "); }

function choices(select, values) {
  for (const value of values) select.add(new Option(value, value));
  select.onchange = filter;
}

function filter() {
  const player = data.players.indexOf(at("player").value), reason = at("reason").value;
  found = data.games.filter((game) =>
    (player < 0 || game.lineup.includes(player)) && (!reason || game.reason === reason));
  from = 0;
  list();
}

function list() {
  const body = at("list");
  body.replaceChildren();
  for (const game of found.slice(from, from + ROWS)) {
    const row = body.insertRow();
    if (!game.counts) { row.className = "not-counted"; row.title = "does not count"; }
    cell(row, game.unit + 1);
    cell(row, game.game + 1);
    cell(row, names(game) + (data.grounds.length > 1 ? ` (${data.grounds[game.ground]})` : ""));
    cell(row, game.points.map((points) => +points.toFixed(2)).join(" – "));
    const fault = game.forfeit === null ? "" : `, seat ${game.forfeit + 1}`;
    cell(row, game.reason.replaceAll("_", " ") + fault);
    cell(row, game.plies);
    cell(row, game.seconds);
    const button = document.createElement("button");
    button.textContent = "replay";
    button.disabled = !game.replay;
    button.onclick = () => open(game);
    row.insertCell().append(button);
  }
  at("found").textContent = found.length
    ? `${from + 1} to ${Math.min(from + ROWS, found.length)} of ${found.length}` : "no games";
  at("earlier").disabled = from === 0;
  at("later").disabled = from + ROWS >= found.length;
}

at("earlier").onclick = () => { from -= ROWS; list(); };
at("later").onclick = () => { from += ROWS; list(); };

// One game

let shown = null, scenes = [], ply = 0, timer = null;

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function unroll(steps) {
  const tokens = new Map(), cells = new Map();
  let fixed = [[], []];
  return steps.map(([patch]) => {
    const touched = new Set();
    for (const id of patch.gone ?? []) { touched.add(tokens.get(id).at); tokens.delete(id); }
    for (const token of patch.tokens ?? []) {
      if (tokens.has(token.id)) touched.add(tokens.get(token.id).at);
      touched.add(token.at);
      tokens.set(token.id, token);
    }
    for (const name of patch.flat ?? []) { touched.add(name); cells.delete(name); }
    for (const one of patch.cells ?? []) { touched.add(one.at); cells.set(one.at, one); }
    fixed = patch.fixed ?? fixed;
    return { grids: fixed[0], trays: fixed[1], tokens: [...tokens.values()], cells: new Map(cells), touched };
  });
}

async function open(game) {
  stop();
  shown = await unpack(game.replay);
  scenes = unroll(shown.steps);
  scenes[0].touched.clear();
  at("replay").hidden = false;
  at("which").textContent = `Unit ${game.unit + 1}, game ${game.game + 1}: ${names(game)}`;
  const moves = shown.steps.slice(0, -1).map(([, seat, notation], number) => {
    const item = document.createElement("li");
    const chosen = number - (shown.opening ?? 0);
    const time = chosen >= 0 ? `  ${((shown.seconds ?? [])[chosen] ?? 0).toFixed(3)} s` : "  (opening)";
    item.textContent = `${data.players[game.lineup[seat]]}: ${notation}${time}`;
    if (chosen < 0) item.className = "opening";
    item.onclick = () => go(number + 1);
    return item;
  });
  at("moves").replaceChildren(...moves);
  go(0);
  at("replay").scrollIntoView();
}

function go(to) {
  ply = Math.max(0, Math.min(to, scenes.length - 1));
  at("board").replaceChildren(draw(scenes[ply]));
  at("ply").textContent = `${ply} of ${scenes.length - 1}`;
  [...at("moves").children].forEach((item, number) => item.classList.toggle("now", number === ply - 1));
  const now = at("moves").children[ply - 1];
  if (now) at("moves").scrollTop = now.offsetTop - at("moves").offsetTop - 120;
  at("told").textContent = told().join("\n");
  if (ply === scenes.length - 1) stop();
}

function told() {
  const lines = ((shown.infos ?? {})[ply - 1] ?? []).map((info) => JSON.stringify(info));
  if (ply < scenes.length - 1) return lines;
  const fault = shown.fault;
  if (fault) lines.push(`seat ${fault.seat + 1}: ${fault.code}: ${fault.message}`, fault.detail);
  for (const [seat, text] of Object.entries(shown.stderr ?? {})) lines.push(`stderr of seat ${+seat + 1}:`, text);
  return lines;
}

function stop() { clearInterval(timer); timer = null; at("play").textContent = "play"; }

at("first").onclick = () => go(0);
at("back").onclick = () => go(ply - 1);
at("next").onclick = () => go(ply + 1);
at("last").onclick = () => go(scenes.length - 1);
at("play").onclick = () => {
  if (timer) { stop(); return; }
  if (ply === scenes.length - 1) go(0);
  timer = setInterval(() => go(ply + 1), 600);
  at("play").textContent = "pause";
};
document.addEventListener("keydown", (event) => {
  if (at("replay").hidden || event.target.tagName === "SELECT") return;
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: scenes.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
});

// The board

function svg(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function draw(scene) {
  let left = GAP, bottom = 0;
  const parts = [], standing = Map.groupBy ? Map.groupBy(scene.tokens, (t) => t.at) : group(scene.tokens);
  for (const grid of scene.grids) {
    parts.push(svg("text", { x: left, y: 14, class: "label" }, scene.grids.length > 1 ? grid.id : ""));
    for (let col = 0; col < grid.cols; col++) {
      const x = left + (col + 0.5) * SIZE;
      parts.push(svg("text", { x, y: GAP + grid.rows * SIZE + 16, class: "label", "text-anchor": "middle" }, String.fromCharCode(97 + col)));
    }
    for (let row = 0; row < grid.rows; row++) {
      parts.push(svg("text", { x: left - 8, y: GAP + (row + 0.6) * SIZE, class: "label", "text-anchor": "end" }, grid.rows - row));
      for (let col = 0; col < grid.cols; col++) {
        const spot = `${grid.id}:${row},${col}`;
        parts.push(...square(left + col * SIZE, GAP + row * SIZE, scene.cells.get(spot), standing.get(spot) ?? [], scene.touched.has(spot)));
      }
    }
    left += grid.cols * SIZE + GAP + 10;
    bottom = Math.max(bottom, GAP + grid.rows * SIZE + GAP);
  }
  for (const tray of scene.trays) {
    const held = scene.tokens.filter((token) => token.at.split(":")[0] === tray.id);
    parts.push(svg("text", { x: GAP, y: bottom + 18, class: "label" }, `${tray.label}:`));
    held.forEach((token, number) => parts.push(...piece(token, GAP + 140 + number * 26, bottom + 14, 11)));
    left = Math.max(left, GAP + 160 + held.length * 26);
    bottom += 28;
  }
  const board = svg("svg", { viewBox: `0 0 ${left} ${bottom}`, width: left, height: bottom, role: "img" });
  board.append(...parts);
  return board;
}

function group(tokens) {
  const found = new Map();
  for (const token of tokens) found.set(token.at, [...(found.get(token.at) ?? []), token]);
  return found;
}

function square(x, y, cell, tokens, touched) {
  const level = cell?.level ?? 0, mark = cell?.mark ?? "";
  let fill = MARKS[mark] ?? HEIGHTS[Math.min(Math.max(level, 0), HEIGHTS.length - 1)];
  const inset = touched ? 2 : 0.5;
  const parts = [svg("rect", { x: x + inset, y: y + inset, width: SIZE - 2 * inset, height: SIZE - 2 * inset, fill, class: touched ? "cell touched" : "cell" })];
  if (mark === "goal" && cell.seat !== undefined && cell.seat !== null)
    parts.push(svg("rect", { x: x + 5, y: y + 5, width: SIZE - 10, height: SIZE - 10, fill: "none", stroke: SEATS[cell.seat], "stroke-dasharray": "3 3" }));
  if (level > 0 && !mark) parts.push(svg("text", { x: x + SIZE - 9, y: y + 13, class: "height" }, level));
  const stack = [...tokens].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
  const rise = stack.length > 1 ? Math.min(7, 20 / (stack.length - 1)) : 0;
  stack.forEach((token, floor) =>
    parts.push(...piece(token, x + SIZE / 2, y + SIZE / 2 + (rise * (stack.length - 1)) / 2 - floor * rise, stack.length > 1 ? 13 : 17)));
  return parts;
}

function piece(token, x, y, radius) {
  const seat = token.seat ?? null;
  const fill = TINTS[token.tint] ?? (seat === null ? "#607080" : SEATS[seat]);
  const name = svg("title", {}, `${token.glyph} ${token.text}`);
  const disc = svg("circle", { cx: x, cy: y, r: radius, fill, class: "piece" });
  disc.append(name);
  return [disc, svg("text", { x, y: y + 5, class: "piece-text", "text-anchor": "middle" }, token.text)];
}

choices(at("player"), data.players);
choices(at("reason"), [...new Set(data.games.map((game) => game.reason))].sort());
list();
