import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `<main>
    <a href="/">À faire</a>
    <section><ul>
      <li><a href="/1">un</a></li>
      <li><a href="/2">deux</a><button>Terminer</button></li>
      <li><a href="/3">trois</a></li>
    </ul></section>
    <button>Enregistrer</button>
  </main>`;
  vi.useFakeTimers();
  stop = keepFocus(document.querySelector('main')!);
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const end = () => {
  const terminer = button('Terminer');
  terminer.focus();
  return terminer;
};
/** Lets the mutation observer and the timers run. */
const settle = () => vi.advanceTimersByTimeAsync(1000);
const expectFocused = async (name: string) => {
  await settle();
  expect(document.activeElement?.textContent).toBe(name);
};

test('a removed button leaves the focus to its row, and a removed row to the one in its place', async () => {
  end().remove();
  await expectFocused('deux');
  document.activeElement?.closest('li')?.remove();
  await expectFocused('trois');
  document.activeElement?.closest('li')?.remove();
  await expectFocused('un');
});

test('a list that is removed or hidden leaves it to what is around', async () => {
  const section = end().closest('section')!;
  button('Terminer').blur();
  section.hidden = true;
  await expectFocused('À faire');
});

test('when nothing else is left, the page itself has it', async () => {
  end();
  document.querySelector('main')!.tabIndex = -1;
  document.querySelector('main')!.replaceChildren('Rien à faire');
  await expectFocused('Rien à faire');
});

test('a button that was disabled has the focus again', async () => {
  const save = button('Enregistrer');
  save.focus();
  // Browsers blur it; jsdom does not.
  save.blur();
  save.disabled = true;
  await settle();
  save.disabled = false;
  await expectFocused('Enregistrer');
});

test('a person who has clicked elsewhere keeps it there', async () => {
  const row = end().closest('li')!;
  window.dispatchEvent(new Event('pointerdown'));
  row.remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
});
