import { expect, test } from 'vitest';
import { describeFault, readScanned } from './Scanner.tsx';

test.each([
  ['ORD-12345678', 'ORD-12345678'],
  ['ord 12345678', 'ORD-12345678'],
  ['12345678', 'ORD-12345678'],
  ['https://amasin.bj/order?code=ORD-12345678&x=1', 'ORD-12345678'],
  ['ORD-1234567', null],
  ['ORD-123456789', null],
  ['https://exemple.bj/menu', null],
  ['', null],
])('%s is read as %s', (text, number) => {
  expect(readScanned(text)).toBe(number);
});

test.each([
  ['NotAllowedError', /^L’accès à la caméra est refusé/],
  ['SecurityError', /^L’accès à la caméra est refusé/],
  ['NotFoundError', /^Nous n’avons pas trouvé de caméra/],
  ['OverconstrainedError', /^Nous n’avons pas trouvé de caméra/],
  ['NotReadableError', /déjà utilisée/],
  ['Autre', /ne s’ouvre pas/],
])('describes %s', (name, message) => {
  expect(describeFault(new DOMException('x', name))).toMatch(message);
});

test('describes a fault that is no Error, as in some browsers', () => {
  expect(describeFault({ name: 'OverconstrainedError' })).toMatch(/^Nous n’avons pas trouvé de caméra/);
  for (const fault of [null, undefined, 'x', {}]) expect(describeFault(fault)).toMatch(/ne s’ouvre pas/);
});
