import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

type Props = { names: readonly string[]; actions?: boolean };

function Screen({ names, actions = true }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(list, () => pane.current);
  return (
    <div ref={pane} tabIndex={-1} data-testid="pane">
      {names.length === 0 ? null : (
        <ul ref={list} {...focus}>
          {names.map((name) => (
            <li key={name}>
              <a data-row={name} href={`/${name}`}>
                {name}
              </a>
              {actions ? <button type="button">Terminer {name}</button> : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const all = ['un', 'deux', 'trois'];
const end = (name: string) => screen.getByRole('button', { name: `Terminer ${name}` }).focus();
const focused = () => document.activeElement?.textContent;

test('when the focused button is removed, its row has the focus', () => {
  const { rerender } = render(<Screen names={all} />);
  end('deux');
  rerender(<Screen names={all} actions={false} />);
  expect(focused()).toBe('deux');
  rerender(<Screen names={['un', 'trois']} actions={false} />);
  expect(focused()).toBe('trois');
});

test('when the last row is removed, the row before it has the focus, then what surrounds the list', () => {
  const { rerender } = render(<Screen names={all} />);
  end('trois');
  rerender(<Screen names={['un', 'deux']} />);
  expect(focused()).toBe('deux');
  rerender(<Screen names={[]} />);
  expect(document.activeElement).toBe(screen.getByTestId('pane'));
});

test('takes no focus that a person has moved elsewhere', () => {
  const { rerender } = render(<Screen names={all} />);
  end('deux');
  (document.activeElement as HTMLElement).blur();
  rerender(<Screen names={['un']} />);
  expect(document.activeElement).toBe(document.body);
});
