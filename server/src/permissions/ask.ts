import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { InjectOptions } from 'fastify';
import type { Visitor } from '../testing/test-app.ts';
import type { Input } from './scenario.ts';
import type { World } from './world.ts';

/** An answer, byte for byte. */
export interface Heard {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What is changed of a legal request before it is sent. */
export interface Change {
  /** In the place of the name in the path, as it stands on the wire. */
  readonly name?: string;
  readonly method?: string;
  readonly payload?: string;
  readonly contentType?: string;
  /** A whole Authorization header. */
  readonly authorization?: string;
}

/** Keys that nobody may write. Nothing of them may ever come back. */
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

/** Sends a request of this endpoint as this visitor (null: nobody) and counts it. */
export async function ask(
  world: World,
  name: EndpointName,
  visitor: Visitor | null,
  input: Input,
  change: Change = {},
): Promise<Heard> {
  const endpoint: Endpoint = endpoints[name];
  const authorization = change.authorization ?? (visitor ? `Bearer ${visitor.token}` : undefined);
  const payload =
    change.payload ?? input.rawBody ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const form = input.headers?.['content-type'];
  world.requests += 1;
  const answer = await world.server.app.inject({
    method: (change.method ?? endpoint.method) as NonNullable<InjectOptions['method']>,
    url: urlOf(endpoint, input, change.name),
    headers: {
      ...input.headers,
      'content-type':
        change.contentType ?? (change.payload === undefined ? form : undefined) ?? 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    ...(payload !== undefined && { payload }),
  });
  if (answer.statusCode < 300) {
    world.given.push({
      name,
      reader: endpoint.allow === 'public' ? null : (visitor?.row ?? null),
      // A file is one long text to those who look for what may not be known.
      text: endpoint.download ? JSON.stringify({ bytes: answer.body }) : answer.body,
    });
  }
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    text: answer.body,
  };
}

/** The address of a call, its names and its query filled in. */
export function urlOf(endpoint: Endpoint, { params = {}, query = {} }: Input, rawName?: string): string {
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, key: string) => rawName ?? encodeURIComponent(params[key] ?? ''),
  );
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** The same request with the forged keys in its body. */
export function withForgedKeys(input: Input): Input {
  const { body } = input;
  if (typeof body !== 'object' || body === null) return input;
  return { ...input, body: { ...forged, ...body } };
}
