import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { version } from '../settings/version.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { buildApp } from './app.ts';
import { startTraces, summaryOf, type Traces } from './traces.ts';

const exporter = new InMemorySpanExporter();
let server: TestApp;
let traces: Traces;
let app: FastifyInstance;
let provider: FastifyInstance;

beforeAll(async () => {
  server = await startTestApp();
  // The connections from before are not traced.
  const clients = await Promise.all(Array.from({ length: 5 }, () => server.pool.connect()));
  for (const client of clients) client.release(true);
  traces = startTraces(server.pool, { commit: 'abc1234', processor: new SimpleSpanProcessor(exporter) });
  app = await buildApp(server.ctx, { logger: false, trustProxy: 0, traces });
  provider = Fastify();
  provider.get('/messages', (_request, reply) => reply.code(503).send());
  await provider.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await traces.close();
  await app.close();
  await provider.close();
  await server.close();
});
beforeEach(() => exporter.reset());

const spans = () => exporter.getFinishedSpans();
const named = (name: string | RegExp) => spans().filter((span) => new RegExp(name).test(span.name));

it('a request is a span of its route, with its statements below it', async () => {
  const { token } = await server.signIn('customer');
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const headers = { authorization: `Bearer ${token}`, traceparent, 'x-request-id': 'proxy-1' };
  await app.inject({ url: '/api/zones?q=Afi', headers });
  const [request] = named('^GET ');
  expect(request?.name).toBe('GET /api/zones');
  expect(request?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/zones',
    // Without a trusted proxy, ids of requests are ours.
    'http.request.header.x-request-id': [expect.stringMatching(/^[0-9a-f]{8}$/)],
    'http.response.status_code': 200,
  });
  expect(request?.resource.attributes).toMatchObject({
    'service.name': 'amasin',
    'service.version': version,
  });
  expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  const statements = named('^select ');
  expect(statements.length).toBeGreaterThan(1);
  for (const one of statements) {
    expect(one.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': one.name });
    expect(one.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(one.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
  }
});

it('each of many requests at once keeps its own statements, also those that wait for a connection', async () => {
  const { token } = await server.signIn('customer');
  const headers = { authorization: `Bearer ${token}` };
  await Promise.all(Array.from({ length: 60 }, () => app.inject({ url: '/api/zones', headers })));
  const requests = named('^GET /api/zones$').map((span) => span.spanContext().spanId);
  const of = (id: string) =>
    named('^select zones$').filter((one) => one.parentSpanContext?.spanId === id).length;
  expect(requests).toHaveLength(60);
  expect(requests.map(of).filter((count) => count > 1)).toEqual([]);
});

it('statements outside requests are not traced', async () => {
  await server.pool.query('select 1');
  expect(spans()).toEqual([]);
});

it('a call to a provider is a span of its host and answer', async () => {
  const [{ port }] = provider.addresses() as [AddressInfo];
  const host = `127.0.0.1:${port}`;
  const calling = await buildApp(server.ctx, { logger: false, trustProxy: 0, traces });
  calling.get('/calling', async () => {
    await fetch(`http://${host}/messages?to=22997112233&text=Bonjour`);
    return {};
  });
  await calling.inject('/calling');
  await calling.close();
  const [call] = named(`^GET ${host}$`);
  expect(call?.attributes).toEqual({
    'http.request.method': 'GET',
    'server.address': host,
    'http.response.status_code': 503,
  });
  expect(call?.parentSpanContext?.spanId).toBe(named('^GET /calling$')[0]?.spanContext().spanId);
  expect(told()).not.toMatch(/9711|Bonjour|messages/);
});

/** Everything that the spans tell. */
const told = () =>
  JSON.stringify(
    spans().map(({ name, attributes, events, status, resource }) => [
      ...[name, attributes, events, status, resource.attributes],
    ]),
  );

it('nothing of a person is told: names, telephones, links, passwords, bodies', async () => {
  const { token, row } = await server.signIn('supervisor', {
    name: 'Afiavi Dossou',
    phone: '+2290197112233',
  });
  const headers = {
    authorization: `Bearer ${token}`,
    'user-agent': 'Afiavi’s telephone',
    cookie: 'a=Dossou',
  };
  const calls = [
    ['GET', '/api/files/c2VjcmV0.c2lnbmF0dXJl'],
    ['GET', '/api/users?q=Afiavi%20Dossou'],
    ['GET', '/api/orders?q=0197112233'],
    ['GET', '/api/nowhere/Afiavi'],
    ['GET', '/api/%Afiavi'],
  ] as const;
  for (const [method, url] of calls) await app.inject({ method, url, headers });
  const payload = { identifier: '0197112233', password: 'mot-de-Dossou' };
  await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  expect(named('^POST /api/auth/login$')).toHaveLength(1);
  expect(named('^(select|insert) ').length).toBeGreaterThan(5);
  for (const secret of ['97112233', 'Afiavi', 'Dossou', 'c2VjcmV0', 'c2lnbmF0', token, row.id, '127.0.0.1'])
    expect([secret, told().includes(secret)]).toEqual([secret, false]);
});

it.each([
  [`select "id" from "users" where "name" = 'Afi'`, 'select users'],
  ['insert into "orders" ("id") values ($1)', 'insert orders'],
  ['update only payments set a = 1', 'update payments'],
  ['delete from "codes"', 'delete codes'],
  ['begin', 'begin'],
  ['with found as (select 1 from zones) select 1', 'with zones'],
  ["select 'Afi'", 'select'],
  ["/* Afi */ select 'x' from 'Afi'", ''],
  ['', ''],
])('%s is told as « %s »', (statement, summary) => {
  expect(summaryOf(statement)).toBe(summary);
});

describe('the collector that OTEL_EXPORTER_OTLP_ENDPOINT names', () => {
  it('receives the spans, when they are closed at the latest, in protobuf', async () => {
    const received: { path: string | undefined; type: string | undefined; body: string }[] = [];
    const collector = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('latin1');
      received.push({ path: request.url, type: request.headers['content-type'], body });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
    vi.stubEnv('OTEL_SERVICE_NAME', 'amasin-essai');
    const sending = startTraces(server.pool, { commit: null });
    const traced = await buildApp(server.ctx, { logger: false, trustProxy: 0, traces: sending });
    await traced.inject('/api/files/c2VjcmV0.c2lnbmF0dXJl?q=Afi');
    await traced.close();
    await sending.close();
    vi.unstubAllEnvs();
    collector.close();
    const [{ path, type, body } = { path: '', type: '', body: '' }] = received;
    expect([path, type]).toEqual(['/v1/traces', 'application/x-protobuf']);
    expect(body).toContain('GET /api/files/:token');
    expect(body).toContain('amasin-essai');
    expect(body).not.toMatch(/c2VjcmV0|Afi/);
  });
});
