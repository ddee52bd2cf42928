import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['41.85.160.7', '41.85.160.7'],
  ['41.85.160.7:51234', '41.85.160.7'],
  ['::ffff:41.85.160.7', '41.85.160.7'],
  ['[::ffff:41.85.160.7]:51234', '41.85.160.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::'],
  ['[2001:db8:1:2:3:4:5:6]:51234', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('counts a wider network of IPv6, and one address of IPv4', () => {
  expect(networkOf('[2001:db8:1:ff02::1]:443', 48)).toBe('2001:db8:1::');
  expect(networkOf('41.85.160.7:443', 48)).toBe('41.85.160.7');
});
