// Runs the script of a page without a browser: what it lists, and what it draws of one game.
const fs = require("fs"), vm = require("vm");

class Element {
  constructor(name) { this.name = name; this.children = []; this.attributes = {}; this.text = ""; this.classList = { toggle() {} }; }
  set textContent(text) { this.text = String(text); }
  get textContent() { return this.text; }
  append(...parts) { this.children.push(...parts); }
  replaceChildren(...parts) { this.children = parts; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  add(option) { this.children.push(option); }
  insertRow() { const row = new Element("tr"); this.append(row); return row; }
  insertCell() { const cell = new Element("td"); this.append(cell); return cell; }
  scrollIntoView() {}
  get value() { return this.chosen ?? ""; }
}

const page = fs.readFileSync(process.argv[2], "utf-8");
const elements = new Map();
const document = {
  getElementById(id) { if (!elements.has(id)) elements.set(id, new Element(id)); return elements.get(id); },
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
  addEventListener() {},
};
document.getElementById("data").textContent = page.match(/id="data">([\s\S]*?)<\/script>/)[1];
class Option { constructor(text, value) { this.text = text; this.value = value; } }
const globals = { document, Option, atob, Blob, Response, DecompressionStream, Uint8Array, JSON, Map, Set, Math, setInterval, clearInterval, console };
vm.createContext(globals);
vm.runInContext(page.match(/<script>([\s\S]*?)<\/script>/)[1], globals);

(async () => {
  await vm.runInContext("open(data.games[0])", globals);
  const scenes = vm.runInContext(
    "scenes.map((one) => [[one.grids, one.trays], Object.fromEntries(one.tokens.map((t) => [t.id, t])), Object.fromEntries(one.cells)])", globals);
  const drawn = [];
  for (let ply = 0; ply < scenes.length; ply++) {
    vm.runInContext(`go(${ply})`, globals);
    const parts = elements.get("board").children[0].children;
    drawn.push([parts.filter((part) => part.name === "rect").length, parts.filter((part) => part.name === "circle").length]);
  }
  const rows = elements.get("list").children.map((row) => row.children.map((cell) => cell.text));
  console.log(JSON.stringify({ rows, scenes, drawn, moves: elements.get("moves").children.map((item) => item.text), told: elements.get("told").text }));
})();
