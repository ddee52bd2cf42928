import { expect, test } from 'vitest';
import { hasFocus, readPush, windowFor } from './push.ts';

const text = (value: unknown) => JSON.stringify(value);
const message = { id: '1', title: 'En route', link: '/tracking?order=2' };

test('reads the message of the server', () => {
  expect(readPush(text(message))).toEqual(message);
});

test.each([undefined, '', 'bonjour', 'null', '[]', text({ id: '1' }), text({ ...message, title: '' })])(
  'shows nothing for %s',
  (value) => {
    expect(readPush(value)).toBeNull();
  },
);

test.each([null, undefined, 'https://autre.example/', '//autre.example', '/\\autre.example', 'javascript:0'])(
  'opens the home page in place of the link %s',
  (link) => {
    expect(readPush(text({ ...message, link }))?.link).toBe('/');
  },
);

test('a page of ours announces its notifications itself only while it has the focus', () => {
  expect(hasFocus([{ focused: false }, { focused: true }])).toBe(true);
  expect(hasFocus([{ focused: false }])).toBe(false);
  expect(hasFocus([])).toBe(false);
});

test('opens the link in the window that shows it already, else in the first', () => {
  const windows = [{ url: 'https://amasin.bj/' }, { url: 'https://amasin.bj/tracking' }];
  expect(windowFor(windows, 'https://amasin.bj/tracking')).toBe(windows[1]);
  expect(windowFor(windows, 'https://amasin.bj/order')).toBe(windows[0]);
  expect(windowFor([], 'https://amasin.bj/order')).toBeNull();
});
