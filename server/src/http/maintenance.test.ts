import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody } from '../refusal.ts';
import { house } from '../testing/test-app.ts';
import { closeForMaintenance } from './maintenance.ts';

let app: FastifyInstance;
const settings = { maintenance: true, environment: { ...house, maintenance: true } };

beforeAll(() => {
  app = Fastify();
  closeForMaintenance(app, settings);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody('ROUTE_NOT_FOUND')));
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/api/zones', () => ({ zones: [] }));
  app.post('/api/orders', () => ({ order: {} }));
});
afterAll(() => app.close());

it.each(['/', '/order?step=2', '/nulle/part'])('%s is the self-contained maintenance page', async (url) => {
  const response = await app.inject({ url });
  expect(response.statusCode).toBe(503);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '300',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(response.body).toContain('<html lang="fr">');
  expect(response.body).toContain('Amasin est en maintenance.');
  expect(response.body).not.toMatch(/(src|href)="[^"]/);
});

it.each([
  ['GET', '/api/zones'],
  ['POST', '/api/orders'],
  ['GET', '/api/unknown'],
  ['POST', '/login'],
] as const)('%s %s returns 503 in French', async (method, url) => {
  const response = await app.inject({ method, url });
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '300']);
  expect(response.json()).toEqual({
    success: false,
    code: 'MAINTENANCE',
    message: 'Amasin est en maintenance. Veuillez réessayer dans quelques minutes.',
  });
});

it('serves the health check', async () => {
  expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'ok' });
});

it.each([
  ['/', 503],
  ['/dashboard', 503],
  ['/sandbox-pay/transactions', 503],
  ['/admin', 404],
  ['/cpanel/users?x=1', 404],
  ['/assets/app-1.js', 404],
  ['/manifest.webmanifest', 404],
  ['/api/zones', 200],
])('one of the screen leaves what a super administrator needs: %s %i', async (url, status) => {
  settings.environment.maintenance = false;
  expect((await app.inject({ url })).statusCode).toBe(status);
  settings.environment.maintenance = true;
});
