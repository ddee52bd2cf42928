import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { changed, faultOf, type Sent } from './fuzz.ts';

// Each fault that the fuzz test must find is planted.

const endpoint: Endpoint = endpoints.register;
const valid = { body: { name: 'Rosine Agossou', phone: '0197000001', password: 'secret' } };
const sent = changed(endpoint, valid, []);
const invalid = changed(endpoint, valid, [{ do: 'drop', at: 0 }]);

const answer = (statusCode: number, body: string | object, headers = {}) =>
  ({
    statusCode,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  }) as LightMyRequestResponse;
const refusal = (code: string, message = 'Non') => ({ success: false, code, message });

it.each<[string, Sent, LightMyRequestResponse, RegExp]>([
  ['a server error', sent, answer(500, refusal('INTERNAL')), /^500/],
  ['an outage', sent, answer(503, refusal('UNAVAILABLE')), /^503/],
  ['a success for an invalid request', invalid, answer(201, {}), /invalid request/],
  ['a status that is not documented', sent, answer(202, {}), /not documented/],
  ['a body of another shape', sent, answer(201, { token: 1 }), /schema/],
  [
    'a refusal that is not JSON',
    sent,
    answer(404, 'Not Found', { 'content-type': 'text/plain' }),
    /not JSON/,
  ],
  ['a refusal of another shape', sent, answer(404, { error: 'x' }), /error body/],
  ['an unknown code', sent, answer(404, refusal('GONE')), /code GONE/],
  ['the status of another code', sent, answer(400, refusal('NOT_FOUND')), /code NOT_FOUND/],
  ['a limit without its end', sent, answer(429, refusal('TOO_MANY_TRIES')), /Retry-After/],
  ['a stack', sent, answer(404, refusal('NOT_FOUND', 'at load (/srv/a.ts:12)')), /internals/],
])('finds %s', (_, request, response, fault) => {
  expect(faultOf(request, endpoint, response)).toMatch(fault);
});

it('finds nothing in a correct refusal', () => {
  expect(faultOf(invalid, endpoint, answer(422, refusal('INVALID')))).toBeNull();
  expect(faultOf(sent, endpoint, answer(429, refusal('TOO_MANY_TRIES'), { 'retry-after': '60' }))).toBeNull();
});

it.each<[string, Sent]>([
  ['a field that is missing', invalid],
  ['text that is not JSON', changed(endpoint, valid, [{ do: 'cut', at: 5 }])],
  ['another content type', changed(endpoint, valid, [{ do: 'content-type', value: 'text/plain' }])],
  ['an unknown method', changed(endpoint, valid, [{ do: 'method', value: 'PURGE' }])],
  ['the last of two values', changed(endpoint, valid, [{ do: 'insert', at: 0, json: '7', first: false }])],
])('takes no success for %s', (_, request) => {
  expect(faultOf(request, endpoint, answer(201, {}))).toBe('201 for an invalid request');
});
