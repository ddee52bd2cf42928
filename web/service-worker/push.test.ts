import { expect, test, vi } from 'vitest';
import { OPEN_LINK } from '../src/notifications/open-link.ts';
import { announcementOf, openIn, readPush } from './push.ts';

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

const pushed = { id: '1', title: 'En route', link: '/' };

test.each([
  { focused: [], shown: [], alerts: true, again: false },
  { focused: [false], shown: ['En route'], alerts: true, again: false },
  { focused: [false], shown: ['En préparation'], alerts: true, again: true },
  { focused: [false, true], shown: [], alerts: false, again: false },
  { focused: [true], shown: ['En préparation'], alerts: false, again: false },
])('shows every message, and alerts only without a page in front of the person: %o', (at) => {
  const windows = at.focused.map((focused) => ({ focused }));
  const { title, options } = announcementOf(
    pushed,
    windows,
    at.shown.map((title) => ({ title })),
  );
  expect(title).toBe('En route');
  expect(options).toMatchObject({ tag: '1', silent: !at.alerts, renotify: at.again });
});

test('its icon is a picture of pixels: Chrome draws no SVG in a notification', () => {
  expect(announcementOf(pushed, [], []).options.icon).toBe('/icon-192.png');
});

/** A window whose page responds, or not; records what happens to it. */
function anOpenWindow(responds: boolean) {
  const calls: unknown[] = [];
  const window = {
    focus: async () => calls.push('focus'),
    navigate: async (url: string) => calls.push(`load ${url}`),
    postMessage: (sent: unknown, [port]: MessagePort[]) => {
      calls.push(sent);
      if (responds) port?.postMessage(null);
    },
  };
  return { calls, window };
}

test('an open page is asked to open the link itself, without a reload', async () => {
  const { calls, window } = anOpenWindow(true);
  await openIn(window, '/tracking?order=2');
  expect(calls).toEqual(['focus', { type: OPEN_LINK, link: '/tracking?order=2' }]);
});

test('a page that does not respond within a second is navigated', async () => {
  vi.useFakeTimers();
  const { calls, window } = anOpenWindow(false);
  const opened = openIn(window, '/tracking');
  await vi.advanceTimersByTimeAsync(999);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  await opened;
  expect(calls.at(-1)).toBe('load /tracking');
  vi.useRealTimers();
});
