// A bot in JavaScript: it draws its moves. `subprocess:node examples/agents/randomly.js`.
"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let state = 1;

// The seed of the game determines the random moves, so that the game can be repeated.
function draw(count) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "ready" });
  } else if (message.type === "start") {
    state = message.seed >>> 0;
    say({ type: "ready" });
  } else if (message.type === "turn") {
    const moves = message.legal_moves;
    if (moves === null) {
      say({ type: "error", error: "I do not know the rules: tell me the legal moves." });
      return;
    }
    say({ type: "info", text: `one of ${moves.length}` });
    say({ type: "move", move: moves[draw(moves.length)], ts_ms: message.ts_ms });
  }
});
