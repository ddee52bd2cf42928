import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import type { SwaggerTransform } from '@fastify/swagger';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { schemaOf, urlOf, zodCompilers } from './bind.ts';
import { DOCS_POLICY } from './page-policies.ts';
import { etagOf, type Served } from './web-pages.ts';

const description = `Livraison de médicaments au Bénin.

- Toute demande et toute réponse est en JSON ; les montants sont en francs CFA entiers, les dates en ISO 8601 (UTC).
- Connectez-vous par \`POST /api/auth/login\` (clients) ou \`POST /api/auth/admin-login\` (professionnels), puis envoyez le jeton
  reçu : \`Authorization: Bearer <jeton>\`.
- Un refus répond \`{ success: false, code, message, fields? }\` : 401 sans jeton valable, 403 sans droit, 404 introuvable ou
  invisible pour vous, 422 champs à corriger, 409 ou 402 quand l’état ne le permet pas, 429 trop de tentatives.
- Les clés inconnues sont ignorées.`;

const responseTexts: Readonly<Record<string, string>> = {
  '200': 'Fait',
  '201': 'Créé',
  '204': 'Fait, sans corps',
  '4xx': 'Refus : la demande, ou son moment, ne convient pas',
  '5xx': 'Notre panne : réessayez, ou donnez-nous la référence',
};

const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .max(200)
    .optional()
    .describe(
      'Facultatif, gardé 24 h. La même clé avec le même corps redonne la première réponse ; avec un autre corps, 422 ' +
        'KEY_REUSED ; pendant que la première demande court encore, 409 IN_PROGRESS.',
    ),
});

const PAGE = '/api/docs';

/** Brotli at level 11 would take 5 s for all of them. */
const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
};

/**
 * Builds the documentation of the contract by path: OpenAPI at `/api/docs/json` and `/yaml`, a page at `/api/docs`, and the
 * files of the page.
 */
export async function buildDocs(): Promise<ReadonlyMap<string, Served>> {
  const app = await openDocs();
  try {
    const read = async (url: string) => (await app.inject({ url })).rawPayload;
    const files = [...(await read(PAGE)).toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, url = '']) => url,
    );
    const paths = [PAGE, `${PAGE}/`, `${PAGE}/json`, `${PAGE}/yaml`, ...files];
    return new Map(
      await Promise.all(paths.map(async (path) => [path, await readServed(app, path)] as const)),
    );
  } finally {
    await app.close();
  }
}

/** @throws Error for a file that cannot be read */
async function readServed(app: FastifyInstance, url: string): Promise<Served> {
  const { statusCode, headers, rawPayload: text } = await app.inject({ url });
  if (statusCode !== 200) throw new Error(`the documentation has no ${url}`);
  const type = String(headers['content-type']);
  const [br, gz] = await Promise.all([compressors.br(text), compressors.gzip(text)]);
  // A picture is compressed already.
  const compressed = type.startsWith('image/') ? {} : { br, gzip: gz };
  return { type, text, policy: DOCS_POLICY, etag: etagOf(text), compressed };
}

/** Opens the documentation as an application of its own, which is closed once it was read. */
async function openDocs(): Promise<FastifyInstance> {
  const app = Fastify({ exposeHeadRoutes: false, schemaController: zodCompilers });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'API Amasin', version: '1', description },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeEndpoint,
  });
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: DOCS_POLICY,
    theme: { title: 'API Amasin' },
    uiConfig: { layout: 'BaseLayout', displayRequestDuration: true },
  });
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      schema: schemaOf(endpoint),
      config: { endpoint },
      handler: async () => undefined,
    });
  }
  await app.ready();
  return app;
}

/** Only endpoints of the contract are documented, not the routes of the page. */
const describeEndpoint: SwaggerTransform = (document) => {
  const endpoint = document.route.config?.endpoint;
  if (endpoint === undefined) return { schema: { hide: true }, url: document.url };
  const schema = { ...document.schema, ...(endpoint.idempotent && { headers: idempotencyHeaders }) };
  const output = jsonSchemaTransform({ ...document, schema } as Parameters<typeof jsonSchemaTransform>[0]);
  const responses = Object.entries((output.schema.response ?? {}) as Record<string, object>);
  const response = responses.map(([status, body]) => [
    status,
    { ...body, 'x-response-description': responseTexts[status] },
  ]);
  const described = { ...output.schema, ...operationIdOf(endpoint), response: Object.fromEntries(response) };
  return { schema: withoutPatternsOfFormats(described), url: output.url };
};

/** The name of the endpoint in the contract. */
function operationIdOf(endpoint: Endpoint): { operationId?: string } {
  const found = Object.entries(endpoints).find(([, other]) => other === endpoint);
  return found === undefined ? {} : { operationId: found[0] };
}

/** Removes patterns of 150 characters next to a readable `format: uuid`. */
function withoutPatternsOfFormats<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value?.format !== 'string' || typeof value.pattern !== 'string') return value;
    const { pattern: _, ...rest } = value;
    return rest;
  });
}
