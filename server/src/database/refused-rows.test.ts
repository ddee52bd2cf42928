import { Query } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { hashPassword } from '../session/passwords.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { storeTestFile } from '../testing/upload.ts';
import { openDatabase } from './database.ts';

let server: TestApp;
/** Called for each statement that PostgreSQL refuses, and therefore logs. */
const refused = vi.spyOn(Query.prototype as never as { handleError(error: Error): void }, 'handleError');

beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => refused.mockClear());
afterAll(() => server.close());

const firstOf = (visitor: Visitor | null, path: string, body: object) =>
  server.call(visitor, 'POST', path, body);

/** Sends the same call six times. @returns the last statuses, and how many statements PostgreSQL has refused */
async function repeat(send: () => Promise<{ status: number }>): Promise<[number[], number]> {
  expect((await send()).status).toBe(201);
  const responses = [];
  for (let n = 0; n < 5; n += 1) responses.push((await send()).status);
  return [responses, refused.mock.calls.length];
}

describe('what exists already is refused without an error of the database', () => {
  const refusedFive = [Array(5).fill(409), 0];

  it('a customer', async () => {
    const body = { name: 'Afi', phone: '96000001', email: 'afi@exemple.bj', password: 'bonjour' };
    expect(await repeat(() => firstOf(null, '/auth/register', body))).toEqual(refusedFive);
  });

  it('a zone', async () => {
    const admin = await server.signIn('superAdmin');
    const body = { label: 'Cadjèhoun', sectors: ['Est'], price: 500 };
    expect(await repeat(() => firstOf(admin, '/zones', body))).toEqual(refusedFive);
  });

  it('an insurance card', async () => {
    const customer = await server.signIn('customer');
    const send = async () => {
      const file = await storeTestFile(server, { ownerId: customer.row.id, category: 'insurance' });
      return firstOf(customer, '/insurances', { label: 'NSIA', taux: 50, url: file.key });
    };
    expect(await repeat(send)).toEqual(refusedFive);
  });

  it('the telephone of another person, in one’s own details', async () => {
    const passwordHash = await hashPassword('bonjour');
    const me = await server.signIn('customer', { passwordHash });
    const other = await server.signIn('customer');
    const body = { phone: other.row.phone, currentPassword: 'bonjour' };
    const response = await server.call(me, 'PUT', '/users/update/me', body);
    expect([response.status, response.body.code, refused.mock.calls.length]).toEqual([409, 'PHONE_TAKEN', 0]);
  });
});

describe('a refused statement', () => {
  it('costs no connection', async () => {
    const { url } = inject('postgres');
    const { pool, close } = openDatabase({ connectionString: url, max: 1 }, () => {});
    const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
    const before = await pid();
    await expect(pool.query('select $1::int', ['x'])).rejects.toThrow('invalid input syntax');
    await expect(pool.query('select 1 / 0')).rejects.toThrow('division by zero');
    await expect(pool.query('begin; select 1 / 0; commit')).rejects.toThrow('division by zero');
    expect(await pid()).toBe(before);
    await close();
  });

  it('inside several that open a transaction leaves it to no other query', async () => {
    const { url } = inject('postgres');
    const { pool, close } = openDatabase({ connectionString: url, max: 1 }, () => {});
    for (const several of ['begin; select 1 / 0; commit', 'begin; select 1; selec'])
      await expect(pool.query(several)).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    const { rows } = await pool.query('select now() = statement_timestamp() as is_alone');
    expect(rows).toEqual([{ is_alone: true }]);
    await close();
  });

  it('gives back no connection that PostgreSQL has ended', async () => {
    const { url } = inject('postgres');
    const { pool, close } = openDatabase({ connectionString: url, max: 1 }, () => {});
    await expect(pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  });
});
