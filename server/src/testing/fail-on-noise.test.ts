import { connect } from 'node:net';
import { expect, it } from 'vitest';

it.fails('a test that opens an external connection fails', async () => {
  // Reserved for documentation (RFC 5737).
  await fetch('http://192.0.2.1/').catch(() => null);
});

it.fails.each([
  ['options', () => connect({ host: 'exemple.bj', port: 80 })],
  ['a port and a host', () => connect(80, 'exemple.bj')],
])('a test that opens an external connection with %s fails', async (_, open) => {
  await expect(new Promise((_resolve, reject) => open().once('error', reject))).rejects.toThrow('exemple.bj');
});

it.fails('a test that logs an error to the console fails', () => {
  console.error('oups');
});
