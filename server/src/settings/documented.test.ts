import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generalSettings } from '../env.ts';
import { describeSettings, settingDocuments } from './documents.ts';

const root = join(import.meta.dirname, '../../..');
const settings = describeSettings(generalSettings);
const documents = settingDocuments(generalSettings);

describe.each(Object.entries(documents))('%s', (path, text) => {
  it('is what `npm run settings` writes', () => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });

  it('has every setting once', () => {
    const names = [...text.matchAll(/^(?:\| `|#)([A-Z][A-Z0-9_]+)[`=]/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(settings.map(({ name }) => name).toSorted());
  });
});

it('a default as it is written is the default', () => {
  const written = parseEnv((documents['.env.example'] ?? '').replaceAll(/^#(?=[A-Z][A-Z0-9_]+=)/gm, ''));
  const withDefault = settings.filter(({ byDefault }) => byDefault !== '');
  expect(withDefault.length).toBeGreaterThan(40);
  for (const { name, schema } of withDefault)
    expect([name, schema.parse(written[name])]).toEqual([name, schema.parse(undefined)]);
});

it.each([
  ['no description', z.string().optional().meta({ theme: 'server', form: 'un texte', without: 'rien' })],
  ['an empty one', z.string().optional().meta({ theme: 'server', description: '', form: 'x', without: 'x' })],
  ['no theme', flagLike().meta({ description: 'ce qu’il fait' })],
  ['no form', z.string().default('x').meta({ theme: 'server', description: 'ce qu’il fait' })],
  [
    'nothing said of what is true without it',
    z.enum(['0']).optional().meta({ theme: 'server', description: 'x' }),
  ],
  ['a word that is not known', flagLike().meta({ theme: 'server', description: 'x', wihtout: 'x' })],
])('a setting with %s is refused by its name', (_, field) => {
  expect(() => describeSettings(z.object({ NEW_SETTING: field }))).toThrow(/^NEW_SETTING: /);
});

function flagLike() {
  return z.enum(['0', '1']).default('0');
}
