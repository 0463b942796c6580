/** The catalogue holds every text: no component contains one. */

import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { t } from "../src/strings";

const SOURCES = import.meta.glob<string>(["../src/**/*.{ts,tsx}", "!../src/strings/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
// Attributes, props and properties that people read or hear.
const SPOKEN = new Set([
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"],
  ...["alt", "title", "placeholder", "label", "legend", "text", "note", "lead"],
  ...["textContent", "innerText", "ariaLabel", "ariaDescription"],
]);
const WORD = /\p{L}{2}/u;
// A capital, small letters, and more words after them.
const SENTENCE = /^\p{Lu}\p{Ll}*'?\p{Ll}* \p{L}+/u;

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function named(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "JSXNamespacedName") return `${named(node.namespace)}:${named(node.name)}`;
  if (node.type === "MemberExpression") return named(node.property);
  return String(node.name ?? node.value ?? "");
}

/** The string literals of an expression. */
function written(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "TemplateLiteral")
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  if (node.type === "JSXExpressionContainer") return written(node.expression);
  if (node.type === "ConditionalExpression")
    return [...written(node.consequent), ...written(node.alternate)];
  if (node.type === "LogicalExpression" || node.type === "BinaryExpression")
    return node.type === "BinaryExpression" && node.operator !== "+"
      ? []
      : [...written(node.left), ...written(node.right)];
  return [];
}

/** The texts that a node shows and that belong into the catalogue. */
function shown(node: Node): string[] {
  const { type } = node;
  if (type === "JSXText") return [String(node.value)].filter((text) => WORD.test(text));
  if (type === "JSXElement" || type === "JSXFragment")
    return (node.children as Node[])
      .filter((child) => child.type === "JSXExpressionContainer")
      .flatMap(written)
      .filter((text) => WORD.test(text));
  if (type === "JSXAttribute" && SPOKEN.has(named(node.name)))
    return written(node.value).filter((text) => WORD.test(text));
  if (type === "Property" && SPOKEN.has(named(node.key)))
    return written(node.value).filter((text) => WORD.test(text));
  if (type === "AssignmentExpression" && SPOKEN.has(named(node.left)))
    return written(node.right).filter((text) => WORD.test(text));
  if (type === "CallExpression") {
    const [name, value] = node.arguments as Node[];
    if (named(node.callee) === "setAttribute" && SPOKEN.has(named(name)))
      return written(value).filter((text) => WORD.test(text));
  }
  if (type === "Literal" || type === "TemplateLiteral")
    return written(node).filter((text) => SENTENCE.test(text));
  return [];
}

function* nodes(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* nodes(child);
}

function loose(source: string): string[] {
  const program = parseAst(source, { lang: "tsx" }) as unknown as Node;
  return [...nodes(program)].flatMap((node) => shown(node).map((text) => text.trim()));
}

describe("the catalogue", () => {
  it("holds every text that is shown", () => {
    expect(Object.keys(SOURCES).length).toBeGreaterThan(50);
    const found = Object.entries(SOURCES).flatMap(([file, source]) =>
      loose(source).map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["text", "const a = <p>Loose words</p>"],
    ["text in braces", 'const a = <p>{busy ? "wait" : t.ready}</p>'],
    ["a label", 'const a = <button aria-label="close" />'],
    ["a label with something in it", 'const a = <Button label={"to " + name} />'],
    ["a label of a choice", 'const choices = [{ value: 1, label: "one" }]'],
    ["an attribute that is set", 'element.setAttribute("aria-label", "board")'],
    ["a text that is set", 'key.textContent = "Esc"'],
    ["a sentence anywhere", 'tell("No such room.")'],
  ])("%s is found", (_what, source) => {
    expect(loose(source)).toHaveLength(1);
  });

  it("leaves marks, codes and classes alone", () => {
    const source =
      'const a = <p class="soft small" title={t.you}>★ · {n}{" "}{code("no_room")}</p>';
    expect(loose(source)).toEqual([]);
  });

  it("has no empty entry", () => {
    const empty = (value: unknown): boolean =>
      typeof value === "object" && value !== null ? Object.values(value).some(empty) : value === "";
    expect(empty(t)).toBe(false);
  });
});
