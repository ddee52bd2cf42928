// Elements that use letters or Esc themselves.
const OWN_KEYS = 'input, select, textarea, [contenteditable], [role="menu"], [role="dialog"]';

/** Whether a shortcut of the page (`/`, Esc) is in use elsewhere: in a field, a menu or an open dialog. */
export function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (target instanceof Element && target.closest(OWN_KEYS)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}
