import { expect, test } from 'vitest';
import { loggedError } from './log-error.ts';

test('what people typed stays out of the log, the place and the cause do not', () => {
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

test('something thrown that is no error is named by its kind only', () => {
  expect(loggedError('+2290197000001')).toEqual({ type: 'string', message: 'not an error', stack: '' });
});
