import { expect, test } from 'vitest';
import { formatRows, isReached, ofBrowser, ofTests, rows } from './nightly.mjs';

const passed = (counted) => ({ status: 'passed', meta: { counted } });
const row = (name) => rows.find((one) => one.name === name);

test('counts the cases of a row that its passed tests noted', () => {
  const report = {
    numFailedTests: 1,
    testResults: [
      {
        status: 'passed',
        assertionResults: [passed({ fuzz: 20, races: 3 }), passed({ fuzz: 30 }), passed()],
      },
      { status: 'failed', assertionResults: [{ status: 'failed', meta: { counted: { fuzz: 500 } } }] },
    ],
  };
  expect(ofTests(row('fuzz'), report)).toEqual({ done: 50, failed: 1 });
  expect(ofTests(row('permissions'), report)).toEqual({ done: 3, failed: 1 });
});

test('a file that does not load is a failure', () => {
  const report = { numFailedTests: 0, testResults: [{ status: 'failed', assertionResults: [] }] };
  expect(ofTests(row('fuzz'), report)).toEqual({ done: 0, failed: 1 });
});

test('counts the rounds in a browser of which every test passed', () => {
  const round = (...oks) => ({ specs: oks.map((ok) => ({ ok })) });
  const report = { suites: [{ suites: [round(true, true), round(true, false)] }], stats: { unexpected: 1 } };
  expect(ofBrowser(report)).toEqual({ done: 1, failed: 1 });
});

test('a row is reached when it passed and its count is', () => {
  const result = { row: row('phones'), code: 0, done: 5_000, failed: 0, seconds: 1 };
  expect(isReached(result)).toBe(true);
  for (const change of [{ code: 1 }, { done: 4_999 }, { failed: 1 }])
    expect(isReached({ ...result, ...change })).toBe(false);
});

test('the table says what was asked for and done', () => {
  const result = { row: row('forgeries'), code: 0, done: 450, failed: 0, seconds: 7.4 };
  expect(formatRows([result]).replace(/ +/g, ' ').split('\n')).toEqual([
    ' essais demandés faits en échec durée',
    '✓ Signatures et jetons faux 200 450 0 7 s',
  ]);
});
