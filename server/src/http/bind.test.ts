import { Readable } from 'node:stream';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { zones } from '../database/schema/places.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import type { Handler } from '../routing/handlers.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { bindEndpoint, zodCompilers } from './bind.ts';

let t: TestApp;
let admin: Visitor;
let customer: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  [admin, customer] = await Promise.all([t.signIn('superAdmin'), t.signIn('customer')]);
});
afterAll(() => t.close());

/** Sends a raw body, which may be malformed. */
async function send(
  visitor: Visitor | null,
  method: 'PUT' | 'POST',
  path: string,
  payload?: string,
  type = 'application/json',
) {
  const response = await t.app.inject({
    method,
    url: `/api${path}`,
    headers: { 'content-type': type, ...(visitor && { authorization: `Bearer ${visitor.token}` }) },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
}

const BROKEN = '{"label":';
const HUGE = JSON.stringify({ label: 'x'.repeat(1_048_576) });
const WRONG = '{"price":-1}';

describe('refusals have one order', () => {
  const missing = `/zones/${v7()}`;

  it('401 first, without a token or with an invalid one', async () => {
    const revoked = await t.session(admin.row);
    await t.db.delete(sessions).where(eq(sessions.userId, revoked.row.id));
    admin = await t.session(admin.row);
    for (const visitor of [null, revoked, { ...admin, token: 'x'.repeat(43) }]) {
      const response = await send(visitor, 'PUT', missing, BROKEN, 'text/plain');
      expect(response).toEqual({
        status: 401,
        body: {
          success: false,
          code: 'UNAUTHENTICATED',
          message: 'Session expirée, veuillez vous reconnecter',
        },
      });
    }
  });

  it('403 for a deactivated account, before the check of its type', async () => {
    const disabled = await t.signIn('customer');
    await t.db.update(users).set({ active: false }).where(eq(users.id, disabled.row.id));
    const response = await send(disabled, 'PUT', missing, BROKEN);
    expect([response.status, response.body.code]).toEqual([403, 'ACCOUNT_DISABLED']);
    expect(response.body.message).toBe("Votre compte a été désactivé. Contactez l'administrateur.");
  });

  it.each([
    ['unreadable', BROKEN, 'application/json'],
    ['too large', HUGE, 'application/json'],
    ['of another type', 'label=x', 'application/x-www-form-urlencoded'],
    ['wrong', WRONG, 'application/json'],
  ])('403 for a type that is not allowed, before a body that is %s', async (_, payload, type) => {
    const response = await send(customer, 'PUT', missing, payload, type);
    expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(response.body.message).toBe("Vous n'avez pas accès à cette action");
  });

  it.each([
    [400, 'BAD_REQUEST', BROKEN, 'application/json'],
    [413, 'TOO_LARGE', HUGE, 'application/json'],
    [415, 'UNSUPPORTED', '<label/>', 'application/xml'],
    [415, 'UNSUPPORTED', '{}', 'text/plain'],
  ])('%i %s for an unreadable body, before a missing resource', async (status, code, payload, type) => {
    const response = await send(admin, 'PUT', missing, payload, type);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it.each([
    missing,
    '/zones/12',
    '/zones/..%2f..%2fetc',
    "/zones/1'%20or%20'1'='1",
    `/zones/${'9'.repeat(400)}`,
  ])('the same 404 for %s, before wrong fields', async (path) => {
    expect(await send(admin, 'PUT', path, WRONG)).toEqual({
      status: 404,
      body: { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' },
    });
  });

  it('422 for wrong fields, before a conflict', async () => {
    const [zone, other] = await Promise.all([buildZone(t.db), buildZone(t.db)]);
    const body = { label: other.label, price: -1 };
    const wrong = await send(admin, 'PUT', `/zones/${zone.id}`, JSON.stringify(body));
    expect(wrong).toEqual({
      status: 422,
      body: {
        success: false,
        code: 'INVALID',
        message: 'Le prix ne peut pas être négatif',
        fields: { price: 'Le prix ne peut pas être négatif' },
      },
    });
    const right = await send(admin, 'PUT', `/zones/${zone.id}`, JSON.stringify({ ...body, price: 100 }));
    expect([right.status, right.body.code]).toEqual([409, 'ZONE_EXISTS']);
  });
});

describe('a body', () => {
  it.each([
    '{"label":',
    'label',
    '{"a":1}x',
    '\u0000',
    "{'a':1}",
    '[1,',
    '{"__proto__":{"type":"superAdmin"}}',
  ])('%o is 400 « Requête invalide »', async (payload) => {
    expect(await send(admin, 'POST', '/zones', payload)).toEqual({
      status: 400,
      body: { success: false, code: 'BAD_REQUEST', message: 'Requête invalide' },
    });
  });

  it('cannot pollute a prototype, at any depth', async () => {
    for (const payload of [
      '{"label":"A","price":1,"sectors":[{"__proto__":{"polluted":1}}]}',
      '{"label":"A","price":1,"constructor":{"prototype":{"polluted":1}}}',
      '{"label":"A","price":1,"\\u005f_proto__":{"polluted":1}}',
    ]) {
      expect((await send(admin, 'POST', '/zones', payload)).status).toBe(400);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(['null', '12', '"texte"', '[]', 'true'])(
    'that is %s instead of an object is 422',
    async (payload) => {
      const response = await send(admin, 'POST', '/zones', payload);
      expect([response.status, response.body.code]).toEqual([422, 'INVALID']);
    },
  );

  it('has a limit of 1 MB', async () => {
    const filler = (bytes: number) => {
      const around = JSON.stringify({ price: -1, filler: '' }).length;
      return JSON.stringify({ price: -1, filler: 'x'.repeat(bytes - around) });
    };
    expect((await send(admin, 'POST', '/zones', filler(1_048_576))).status).toBe(422);
    const larger = await send(admin, 'POST', '/zones', filler(1_048_577));
    expect([larger.status, larger.body.code]).toEqual([413, 'TOO_LARGE']);
  });

  it('that is empty counts as missing, whatever its content type', async () => {
    const someone = await t.signIn('customer');
    expect((await t.call(someone, 'POST', '/auth/logout')).status).toBe(204);
    const { id } = await buildMedication(t.db);
    expect((await t.call(admin, 'DELETE', `/medications/${id}`)).status).toBe(204);
    const form = await t.call(admin, 'POST', '/zones');
    expect(form.status).toBe(422);
    expect(Object.keys(form.body.fields).toSorted()).toEqual(['label', 'price']);
  });

  it('with wrong fields returns all of them by path, and the first one as message', async () => {
    const response = await t.call(admin, 'POST', '/zones', {
      label: ' ',
      sectors: ['Zogbo', ''],
      price: 1.5,
    });
    expect(response.body).toEqual({
      success: false,
      code: 'INVALID',
      message: 'Nom requis',
      fields: {
        label: 'Nom requis',
        'sectors.1': 'Nom de quartier requis',
        price: 'Le prix doit être un nombre entier de francs',
      },
    });
  });

  it('may have unknown keys, which are dropped', async () => {
    const id = v7();
    const response = await t.call(admin, 'POST', '/zones', {
      label: 'Cadjèhoun',
      price: 700,
      _id: id,
      id,
      active: false,
      confirmation: 'x',
    });
    expect(response.status).toBe(201);
    expect(response.body.zone).toEqual({
      _id: expect.any(String),
      label: 'Cadjèhoun',
      sectors: [],
      aliases: [],
      price: 700,
      town: 'Cotonou',
      location: null,
    });
    expect(response.body.zone._id).not.toBe(id);
    expect(await t.db.select().from(zones).where(eq(zones.id, id))).toEqual([]);
  });
});

describe('a URL that is not in the contract', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'returns 404 « Page introuvable » for %s',
    async (method) => {
      for (const path of ['/nothing', '/zones/1/2', '', '/Zones', '/personnes']) {
        const response = await t.call(null, method, path);
        expect(response.status, path).toBe(404);
        expect(response.body).toEqual({
          success: false,
          code: 'ROUTE_NOT_FOUND',
          message: 'Page introuvable',
        });
        expect(response.headers['cache-control']).toBe('no-store');
      }
    },
  );
});

it('logs no URL of a call that ends after its time: that of a file is a permission', async () => {
  const logged: string[] = [];
  const stream = { write: (line: string) => void logged.push(line) };
  const app = Fastify({ logger: { level: 'warn', stream }, schemaController: zodCompilers });
  const body = new Readable({ read() {} });
  let timeOut = () => {};
  app.addHook('onRequest', async (_request, reply) => {
    timeOut = () => void reply.send('too late');
  });
  bindEndpoint(app, t.ctx, {
    endpoint: fileEndpoints.openFile,
    bound: {
      handle: async () => {
        timeOut();
        return { status: 200, body };
      },
    } as unknown as Handler<Endpoint>,
    writes: async () => {},
  });
  const response = await app.inject({ url: '/api/files/secret' });
  expect(response.body).toBe('too late');
  expect(logged).toEqual([]);
  expect(body.destroyed).toBe(true);
  await app.close();
});
