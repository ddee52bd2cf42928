// Where letters and Esc already mean something.
const OWN_KEYS = 'input, select, textarea, [contenteditable], [role="menu"], [role="dialog"]';

/** Whether a key of the page (`/`, Esc) means something else now: somebody writes, a menu has it, a dialog is open. */
export function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (target instanceof Element && target.closest(OWN_KEYS)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}
