import { expect, it } from 'vitest';
import { pushSubscription } from './push.ts';

const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const accepts = (endpoint: string) => pushSubscription.safeParse({ endpoint, keys }).success;

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:APA91',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYA',
])('accepts %s', (url) => {
  expect(accepts(url)).toBe(true);
});

it.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://0x7f.1/x',
  'https://2130706433/x',
  'https://10.0.0.0x1/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://postgres/x',
  'https://app.localhost/x',
  'https://printer.local/x',
  'https://metadata.google.internal/x',
  'https://localhost./x',
  'https://push.example.com:5432/x',
  'https://user@push.example.com/x',
  'https://push.example.com\\@127.0.0.1/x',
  'https://push.example.com',
  'https://push.example.com/a b',
  'ftp://push.example.com/x',
  '//push.example.com/x',
  '',
])('rejects %s', (url) => {
  expect(accepts(url)).toBe(false);
});
