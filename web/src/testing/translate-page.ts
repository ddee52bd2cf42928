import { onTestFinished } from 'vitest';

/** Selects the elements that browsers do not translate. */
const KEPT = 'script, style, textarea, svg, [translate="no"], font font';

/**
 * Translates the page of this test as browsers do, now and whenever it changes: each text is replaced by an element in an
 * element, and the text that React knows is in the page no more.
 */
export function translatePage(): void {
  translate(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) translate(target instanceof Element ? target : target.parentElement);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
}

function translate(root: Element | null): void {
  if (root === null) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest(KEPT)) continue;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }
}
