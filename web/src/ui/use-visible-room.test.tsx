import { act, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { useVisibleRoom } from './use-visible-room.ts';

function List() {
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(true);
  const room = useVisibleRoom(list, shown);
  return (
    <>
      <div ref={list} role="listbox" tabIndex={0}>
        {String(room)}
      </div>
      <button type="button" onClick={() => setShown(false)}>
        Fermer
      </button>
    </>
  );
}

/** A screen of 740 px; the list begins at 250 px. */
function openOn(height: number) {
  const viewport = Object.assign(new EventTarget(), { height, offsetTop: 0 });
  vi.stubGlobal('visualViewport', viewport);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 250 } as DOMRect);
  showPage(<List />, '/');
  return viewport;
}
const room = () => screen.getByRole('listbox').textContent;

afterEach(() => vi.unstubAllGlobals());

test('a list ends above the keyboard, also when the keyboard opens later or the page moves', () => {
  const viewport = openOn(740);
  expect(room()).toBe('482');
  act(() => {
    viewport.height = 400;
    viewport.dispatchEvent(new Event('resize'));
  });
  expect(room()).toBe('142');
  act(() => {
    viewport.offsetTop = 100;
    viewport.dispatchEvent(new Event('scroll'));
  });
  expect(room()).toBe('242');
});

test('a list keeps two and a half options, and measures nothing while it is hidden', () => {
  const viewport = openOn(300);
  expect(room()).toBe('132');
  act(() => screen.getByRole('button').click());
  act(() => {
    viewport.height = 740;
    viewport.dispatchEvent(new Event('resize'));
  });
  expect(room()).toBe('undefined');
});
