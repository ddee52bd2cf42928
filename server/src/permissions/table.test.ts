import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import { describe, expect, it } from 'vitest';
import {
  allowedTypes,
  kinds,
  readTable,
  rulesOfBody,
  rulesOfContent,
  rulesOfOwnership,
  VERIFIED_ONLY,
} from './table.ts';

const { header, rows } = readTable();
const all: Endpoint[] = Object.values(endpoints);
const callOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/**
 * Public calls without a rate limit: they are cheap, store nothing and reveal nothing about users, and
 * thousands may share one address of a mobile carrier (rule 22).
 */
const unlimited: ReadonlySet<string> = new Set([
  'GET /pharmacies/search',
  'GET /pharmacies/on-duty',
  'GET /auth/captcha',
  'GET /house',
]);

describe('authorization.csv', () => {
  it('has a column for every type of caller', () => {
    expect(header).toEqual([
      'n',
      'group',
      'method',
      'path',
      ...['public', ...userTypes],
      'condition',
      'other answers',
    ]);
  });

  it('numbers its calls uniquely and in order', () => {
    const numbers = rows.map(({ n }) => n);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.every(Number.isInteger)).toBe(true);
  });

  it('contains the same calls as the contract', () => {
    expect(rows.map(({ call }) => call).sort()).toEqual(all.map(callOf).sort());
  });
});

describe.each(rows)('$n $call', ({ call, cells }) => {
  const endpoint = all.find((one) => callOf(one) === call);

  it('has a valid value for every type of caller', () => {
    const rules = [...rulesOfOwnership, ...rulesOfContent, ...rulesOfBody];
    const known = new Set(['401', '403', 'A', 'F', 'L', VERIFIED_ONLY, ...rules]);
    for (const kind of kinds) expect(known, `${kind}: ${cells[kind]}`).toContain(cells[kind]);
    expect(['401', 'A', 'L']).toContain(cells.public);
    for (const type of userTypes) expect(cells[type]).not.toBe('401');
  });

  it('allows the same types as the endpoint', () => {
    if (endpoint?.allow === 'public') {
      const cell = unlimited.has(call) ? 'A' : 'L';
      expect(new Set(Object.values(cells))).toEqual(new Set([cell]));
    } else {
      expect(cells.public).toBe('401');
      expect(Object.values(cells)).not.toContain('L');
      expect(allowedTypes({ n: 0, call, cells })).toEqual(
        userTypes.filter((type) => endpoint?.allow.includes(type)),
      );
    }
  });

  it('has ownership rules only for paths with parameters', () => {
    const owning = Object.values(cells).some((cell) => rulesOfOwnership.has(cell));
    if (owning) expect(endpoint?.params).toBeDefined();
  });
});
