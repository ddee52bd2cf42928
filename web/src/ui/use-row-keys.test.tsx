import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SearchField } from './filters.tsx';
import { useRowKeys } from './use-row-keys.ts';

function Screen({ onEscape, dialog = false }: { onEscape: () => void; dialog?: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list, onEscape });
  return (
    <MantineProvider env="test">
      <SearchField label="Chercher" value="afi" onSearch={() => {}} onKeyDown={onSearchKey} />
      <ul ref={list} onKeyDown={onListKey}>
        {['un', 'deux', 'trois'].map((name) => (
          <li key={name}>
            <a data-row={name} href={`/${name}`}>
              {name}
            </a>
            <button type="button">Appeler {name}</button>
          </li>
        ))}
      </ul>
      {dialog ? <section role="dialog">Ouvert</section> : null}
    </MantineProvider>
  );
}

function show(dialog = false) {
  const closed: string[] = [];
  render(<Screen onEscape={() => closed.push('closed')} dialog={dialog} />, { wrapper: MemoryRouter });
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  return { closed, press };
}

const search = () => screen.getByLabelText<HTMLInputElement>('Chercher');
const link = (name: string) => screen.getByRole('link', { name });

test('`/` focuses and selects the search, the arrows move through the rows from any control of a row', () => {
  const { press } = show();
  press('/');
  expect(document.activeElement).toBe(search());
  expect(search().selectionEnd).toBe(3);
  press('ArrowDown');
  expect(document.activeElement).toBe(link('un'));
  press('ArrowDown');
  expect(document.activeElement).toBe(link('deux'));
  screen.getByRole('button', { name: 'Appeler deux' }).focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(link('trois'));
  press('Home');
  expect(document.activeElement).toBe(link('un'));
  press('End');
  expect(document.activeElement).toBe(link('trois'));
});

test('Esc closes the open row; with Ctrl, or in a field, the keys keep their default', () => {
  const { closed, press } = show();
  press('/', { ctrlKey: true });
  expect(document.activeElement).toBe(document.body);
  press('Escape');
  expect(closed).toHaveLength(1);
  search().focus();
  press('Escape');
  expect(closed).toHaveLength(1);
});

test('ignores keys while a dialog is open', () => {
  const { closed, press } = show(true);
  press('/');
  expect(document.activeElement).toBe(document.body);
  press('Escape');
  expect(closed).toHaveLength(0);
});

test('Esc closes the open row as soon as it is visible', () => {
  const closed: string[] = [];
  function AtOnce() {
    useLayoutEffect(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })), []);
    return <Screen onEscape={() => closed.push('closed')} />;
  }
  render(<AtOnce />, { wrapper: MemoryRouter });
  expect(closed).toEqual(['closed']);
});
