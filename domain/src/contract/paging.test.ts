import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_PAGE_SIZE, PAGE_SIZE, paging } from './paging.ts';
import './text.ts';

const query = z.object(paging);

describe('the pages of a list', () => {
  it('defaults to the first page of 50', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 50 });
    expect([PAGE_SIZE, MAX_PAGE_SIZE]).toEqual([50, 200]);
  });

  it.each([
    [
      { page: '3', limit: '5' },
      { page: 3, limit: 5 },
    ],
    [{ limit: '200' }, { page: 1, limit: 200 }],
    [{ limit: '201' }, { page: 1, limit: 200 }],
    [{ limit: '1000000' }, { page: 1, limit: 200 }],
  ])('parses %o as %o', (sent, parsed) => {
    expect(query.parse(sent)).toEqual(parsed);
  });

  it.each([
    [{ page: '0' }, 'Page invalide'],
    [{ page: '-1' }, 'Page invalide'],
    [{ page: '100001' }, 'Page invalide'],
    [{ limit: '0' }, 'Limite invalide'],
    [{ page: 'deux' }, 'Valeur invalide'],
    [{ page: '1.5' }, 'Valeur invalide'],
    [{ limit: ['1', '2'] }, 'Valeur invalide'],
  ])('rejects %o: %s', (sent, message) => {
    expect(query.safeParse(sent).error?.issues[0]?.message).toBe(message);
  });
});
