import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLink, signLink } from './links.ts';

const SECRET = 'a secret of this test';
const now = new Date('2026-11-20T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const link = { object: 'file:abc', userId: '01930000-0000-7000-8000-000000000000', session: 'a1b2' };
const token = signLink(SECRET, { ...link, expiresAt: later(300_000) });
const read = (given: string) => readLink([SECRET], given, now);

describe('a signed link', () => {
  it('contains its object, user and session until it expires', () => {
    expect(read(token)).toEqual(link);
    expect(readLink([SECRET], token, later(299_999))).toEqual(link);
    expect(readLink([SECRET], token, later(300_000))).toBeNull();
  });

  it('needs no URL encoding', () => {
    expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
  });

  it('is invalid with another secret', () => {
    expect(readLink(['another secret'], token, now)).toBeNull();
  });

  it('is invalid with any character changed, added or removed', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/';
    for (let at = 0; at < token.length; at += 1) {
      // The last character of a signature encodes four bits: several characters mean the same bytes.
      for (const other of at === token.length - 1 ? alphabet : 'A_.') {
        if (token[at] !== other) expect(read(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
      }
      expect(read(token.slice(0, at) + token.slice(at + 1))).toBeNull();
    }
    for (const wrong of ['', '.', '..', `${token}.`, `.${token}`, `${token}.x`, `${token}=`, ` ${token}`]) {
      expect(read(wrong)).toBeNull();
    }
  });

  it('is invalid with another payload or without the signature prefix', () => {
    const [, signature] = token.split('.');
    const payload = Buffer.from(
      JSON.stringify(['file:def', link.userId, later(300_000).getTime(), 'a1b2']),
    ).toString('base64url');
    expect(read(`${payload}.${signature}`)).toBeNull();
    const bare = createHmac('sha256', SECRET).update(payload).digest('base64url');
    expect(read(`${payload}.${bare}`)).toBeNull();
  });

  it('rejects random strings', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (noise) => read(noise) === null));
  });
});
