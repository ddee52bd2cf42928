import { connect } from 'node:net';
import { expect, it } from 'vitest';

it.fails('a call that would leave the machine fails the test that made it', async () => {
  // Of documentation (RFC 5737): belongs to nobody.
  await fetch('http://192.0.2.1/').catch(() => null);
});

it.fails.each([
  ['options', () => connect({ host: 'exemple.bj', port: 80 })],
  ['a port and a host', () => connect(80, 'exemple.bj')],
])('by %s too', async (_, open) => {
  await expect(new Promise((_resolve, reject) => open().once('error', reject))).rejects.toThrow('exemple.bj');
});

it.fails('an error on the console fails it too', () => {
  console.error('oups');
});
