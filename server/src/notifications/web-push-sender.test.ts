import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import webPush from 'web-push';
import { privateNetworks } from './public-agent.ts';
import { webPushSender } from './push.ts';

const sender = webPushSender({ ...webPush.generateVAPIDKeys(), subject: 'mailto:essai@exemple.bj' });
const keys = { p256dh: webPush.generateVAPIDKeys().publicKey, auth: 'a'.repeat(22) };
const BLOCKED = { code: 'ERR_IP_BLOCKED' };

it('does not connect to a name that resolves to a private address', async () => {
  let connections = 0;
  const internal = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(internal, 'listening');
  const endpoint = `https://localhost:${(internal.address() as AddressInfo).port}/`;
  await expect(sender.send({ endpoint, ...keys }, '{}')).rejects.toMatchObject(BLOCKED);
  expect(connections).toBe(0);
  internal.close();
});

const PRIVATE = [
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.0.1',
  '224.0.0.1',
];
// From 64:ff9b on, each contains 10.0.0.1 or is translated to it.
const PRIVATE_6 = [
  '::',
  '::1',
  '::ffff:10.0.0.1',
  'fd00::1',
  'fe80::1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::1',
  '2001:0:a00:1::1',
];
const PUBLIC = ['8.8.8.8', '100.128.0.1', '172.32.0.1', '223.255.255.1', '2a00:1450:4001::1'];

it.each([...PRIVATE, ...PRIVATE_6, ...PUBLIC])('detects whether %s is private', (address) => {
  const isPrivate = privateNetworks.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  expect(isPrivate).toBe(!PUBLIC.includes(address));
});
