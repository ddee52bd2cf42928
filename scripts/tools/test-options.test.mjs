import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import playwright from '../../playwright.config.ts';
import { LONG as longOfServer } from '../../server/vitest.config.ts';
import { LONG as longOfScripts } from '../../vitest.config.ts';
import { LONG as longOfWeb } from '../../web/vitest.config.ts';
import { root } from './run.mjs';
import { readTestOptions } from './test-options.mjs';

describe('the arguments of npm test', () => {
  test('--server runs only the server project, with 200 rounds of each race test', () => {
    expect(readTestOptions(['--server'])).toMatchObject({
      parts: ['unit'],
      projects: ['server'],
      isShort: false,
      raceRounds: 200,
    });
    expect(readTestOptions([]).raceRounds).toBe(20);
  });

  test('--only runs the named parts, and the build if the browser tests need it', () => {
    expect(readTestOptions(['--only=lint,e2e'])).toMatchObject({
      parts: ['build', 'lint', 'e2e'],
      projects: [],
    });
  });

  test('--production runs only the browser tests outside demo mode, which are not run otherwise', () => {
    expect(readTestOptions(['--production'])).toMatchObject({
      parts: ['build', 'e2e'],
      browserProjects: ['production'],
    });
    expect(readTestOptions(['--all']).browserProjects).toEqual(['journeys', 'screens', 'alone']);
  });

  test('the long tests are left out unless --all asks for them', () => {
    expect(readTestOptions([])).toMatchObject({ isShort: true, browserProjects: ['journeys'] });
    expect(readTestOptions(['--all']).isShort).toBe(false);
  });

  test('--all runs the same parts, and asks for the advisories on what ships', () => {
    const { parts } = readTestOptions([]);
    expect(parts).not.toContain('audit');
    expect(readTestOptions(['--all']).parts).toEqual([...parts, 'audit']);
    expect(readTestOptions(['--all', '--only=lint']).parts).toEqual(['lint']);
    expect(readTestOptions(['--only=lint', '--all']).parts).toEqual(['lint']);
    expect(readTestOptions(['--only=audit']).parts).toEqual(['audit']);
  });

  test.each([['--fast'], ['--only=everything']])('%s is rejected', (arg) => {
    expect(() => readTestOptions([arg])).toThrow();
  });
});

test('each pattern of the journeys and of the long tests matches a file', () => {
  const [journeys] = playwright.projects;
  const patterns = [
    ...journeys.testMatch.map((pattern) => join('e2e', pattern)),
    ...longOfScripts,
    ...longOfServer.map((pattern) => join('server', pattern)),
    ...longOfWeb.map((pattern) => join('web', pattern)),
  ];
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
