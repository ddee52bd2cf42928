import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');

/**
 * A browser that translates the page replaces texts by its own elements, and React no longer finds a text that stands beside
 * other children: it shows an old amount, or fails. The only text of an element is safe, and so is one in a `span`.
 */
test('a text that changes, or stands beside what comes and goes, is an element of its own', () => {
  const files = globSync('**/*.tsx', { cwd: src }).filter((file) => !/\.(test|fixture)\.tsx$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const faults = files.flatMap((file) => {
    const code = ts.createSourceFile(
      file,
      readFileSync(join(src, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && isAtRisk(node.children))
        found.push(`${file}:${code.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(code);
    return found;
  });
  expect(faults).toEqual([]);
});

/** A child by what it may render: an element, an element or nothing, a text, a text that never changes, a blank, or not known. */
type Kind = 'element' | 'optional' | 'text' | 'static' | 'blank' | 'unknown';

function isAtRisk(children: readonly ts.JsxChild[]): boolean {
  const kinds = children.flatMap((child) => {
    if (!ts.isJsxText(child)) return ts.isJsxExpression(child) && !child.expression ? [] : [kindOf(child)];
    return child.containsOnlyTriviaWhiteSpaces ? [] : [child.text.trim() === '' ? 'blank' : 'static'];
  });
  if (kinds.length < 2) return false;
  const comesFirst = kinds.findIndex((kind) => kind === 'optional' || kind === 'unknown');
  const hasStatic = kinds.includes('static');
  return (
    kinds.includes('text') ||
    (hasStatic && kinds.includes('unknown')) ||
    (comesFirst !== -1 && kinds.lastIndexOf('static') > comesFirst)
  );
}

function kindOf(node: ts.Node): Kind {
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node))
    return node.expression === undefined ? 'blank' : kindOf(node.expression);
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return 'element';
  if (ts.isStringLiteral(node)) return node.text.trim() === '' ? 'blank' : 'static';
  if (ts.isTemplateLiteral(node) || ts.isNumericLiteral(node)) return 'text';
  if (node.kind === ts.SyntaxKind.NullKeyword) return 'optional';
  if (ts.isConditionalExpression(node)) {
    const kinds = [kindOf(node.whenTrue), kindOf(node.whenFalse)];
    if (kinds.includes('text') || kinds.includes('static')) return 'text';
    return kinds.includes('unknown') ? 'unknown' : 'optional';
  }
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return 'text';
    const kind = kindOf(node.right);
    return kind === 'element' ? 'optional' : kind;
  }
  // A list of elements.
  if (
    ts.isCallExpression(node) &&
    node.arguments.some((argument) => argument.getText().includes('</') || argument.getText().includes('/>'))
  )
    return 'optional';
  return 'unknown';
}
