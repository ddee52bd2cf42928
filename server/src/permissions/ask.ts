import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@amasin/domain/endpoints.ts';
import type { InjectOptions } from 'fastify';
import type { Visitor } from '../testing/test-app.ts';
import type { Input } from './scenario.ts';
import type { World } from './world.ts';

/** A response, byte for byte. */
export interface RawResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Changes to a valid request before it is sent. */
export interface Change {
  /** Replaces the name in the path, already URL-encoded. */
  readonly name?: string;
  readonly method?: string;
  readonly payload?: string;
  readonly contentType?: string;
  /** A complete Authorization header. */
  readonly authorization?: string;
}

/** Fields that no caller may set. None of these values may appear in a response. */
export const forged = {
  _id: '00000000-0000-7000-8000-0000000f0f0f',
  number: 'CMD-666666',
  createdAt: '1999-01-01T00:00:00.000Z',
  createdBy: 'Faussaire',
  customer: '00000000-0000-7000-8000-0000000f0f0f',
  customerId: '00000000-0000-7000-8000-0000000f0f0f',
  type: 'superAdmin',
  userType: 'superadmin',
  role: 'superAdmin',
  active: false,
  isPartner: true,
  verified: true,
  onDuty: true,
};

/**
 * Sends a request to this endpoint as this visitor (null: without session) and records successful responses.
 */
export async function ask(
  world: World,
  name: EndpointName,
  visitor: Visitor | null,
  input: Input,
  change: Change = {},
): Promise<RawResponse> {
  const endpoint: Endpoint = endpoints[name];
  // A program has a key in place of a session.
  const ofCaller = endpoint.byKey ? input.headers?.authorization : visitor && `Bearer ${visitor.token}`;
  const authorization = endpoint.byKey ? ofCaller : (change.authorization ?? ofCaller);
  const payload =
    change.payload ?? input.rawBody ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const form = input.headers?.['content-type'];
  world.requests += 1;
  const response = await world.server.app.inject({
    method: (change.method ?? endpoint.method) as NonNullable<InjectOptions['method']>,
    url: urlOf(endpoint, input, change.name),
    headers: {
      ...input.headers,
      'content-type':
        change.contentType ?? (change.payload === undefined ? form : undefined) ?? 'application/json',
      ...(authorization && { authorization }),
    },
    ...(payload !== undefined && { payload }),
  });
  if (response.statusCode < 300) {
    world.responses.push({
      name,
      reader: endpoint.allow === 'public' ? null : (visitor?.row ?? null),
      // A download is wrapped as one string, for the search for leaks.
      text: endpoint.download ? JSON.stringify({ bytes: response.body }) : response.body,
    });
  }
  return {
    status: response.statusCode,
    type: String(response.headers['content-type'] ?? ''),
    text: response.body,
  };
}

/** The URL of a call with its path parameters and query. */
export function urlOf(endpoint: Endpoint, { params = {}, query = {} }: Input, rawName?: string): string {
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, key: string) => rawName ?? encodeURIComponent(params[key] ?? ''),
  );
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** Adds the forged fields to the body of a request. */
export function withForgedKeys(input: Input): Input {
  const { body } = input;
  if (typeof body !== 'object' || body === null) return input;
  return { ...input, body: { ...forged, ...body } };
}
