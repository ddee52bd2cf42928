import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loggedError } from './log.ts';

test('logs location and cause of an error but no personal values', () => {
  const cause = Object.assign(new Error('value too long'), { code: '22001', client: { secretKey: 1 } });
  const error = new Error('Failed query: insert into users values ($1)\nparams: Afi,+2290197000001', {
    cause,
  });
  const logged = loggedError(error);
  expect(JSON.stringify(logged)).not.toMatch(/Afi|97000001|secretKey/);
  expect(logged.message).toContain('insert into users');
  expect(logged.stack).toContain('log-error.test.ts');
  expect(logged.cause).toMatchObject({ code: '22001', message: 'value too long' });
});

test.each([
  ['a line break', 'Carré 12\nchez Afi'],
  ['lines like a stack', 'Carré 12\n    at Afi\n    at +2290197000001'],
  ['the marker itself', 'Carré 12\nparams: Afi\n\nparams: +2290197000001'],
])('omits a value with %s completely', async (_, address) => {
  const cause = new Error('value too long');
  const error = new DrizzleQueryError(
    'insert into orders values ($1, $2)',
    [address, '+2290197000001'],
    cause,
  );
  const wrapped = new Error(`the order was not placed: ${error.message}`, { cause: error });
  const rewritten = new Error(error.message);
  rewritten.message = 'something else';
  for (const logged of [error, wrapped, rewritten].map(loggedError)) {
    expect(JSON.stringify(logged)).not.toMatch(/Afi|Carré|97000001/);
  }
  const { message, stack } = loggedError(error);
  expect(message).toBe('Failed query: insert into orders values ($1, $2)\nparams: (omis)');
  expect(stack).toContain('log-error.test.ts');
  expect(loggedError(wrapped).stack).toContain('log-error.test.ts');
});

test('logs only the type of a thrown value that is not an Error', () => {
  expect(loggedError('+2290197000001')).toEqual({ type: 'string', message: 'not an error', stack: '' });
  const logged = { type: 'object', message: 'not an error', stack: '' };
  expect([null, { message: '+2290197000001' }].map(loggedError)).toEqual([logged, logged]);
});

test('logs the copy of an error without its class, as pg-boss emits it', () => {
  const error = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', password: 'secret' });
  const logged = loggedError({ ...error, message: error.message, stack: error.stack, queue: 'send-push' });
  expect(logged).toEqual({ type: 'object', message: 'connect ENOENT', stack: error.stack, code: 'ENOENT' });
});
