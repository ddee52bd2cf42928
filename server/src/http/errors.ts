import { type RefusalCode, refusals } from '@amasin/domain/contract/refusals.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { logSecurity } from '../audit/log-security.ts';
import { isOutage } from '../database/errors.ts';
import { Refusal } from '../refusal.ts';

const fastifyCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED',
  // Longer than any identifier.
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/** A download says this of its body before it is read, and may then fail. */
const ofItsBody = ['content-type', 'content-encoding', 'content-disposition', 'content-length', 'etag'];

/**
 * Responds to every error with the same body. Errors other than refusals and bad requests are logged and not
 * disclosed.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  for (const name of ofItsBody) void reply.removeHeader(name);
  void reply.header('cache-control', 'no-store');
  const refusal = asRefusal(error);
  if (refusal === null) {
    const code = isOutage(error) ? 'UNAVAILABLE' : 'INTERNAL';
    request.log.error({ err: error }, 'unexpected error');
    // Short enough to be read out on the phone; the log contains the whole error with this reference.
    const reference = request.id;
    const message = `${refusals[code].message} (référence ${reference})`;
    void reply.code(refusals[code].status).send({ success: false, code, message, reference });
    return;
  }
  const { actor } = request;
  // Before `actor` is set, `authenticate` has logged it.
  if (actor && (refusal.status === 401 || refusal.status === 403)) {
    const route = `${request.method} ${request.routeOptions.url}`;
    logSecurity(request.log, {
      event: 'refused',
      user: actor._id,
      type: actor.type,
      code: refusal.code,
      route,
    });
  }
  const { fields, quote, order, challenge, medications, open, retryAfter } = refusal.details;
  if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)));
  const first = fields === undefined ? undefined : Object.values(fields)[0];
  void reply.code(refusal.status).send({
    success: false,
    code: refusal.code,
    // The first wrong field is more helpful than « certains champs ».
    message: refusal.code === 'INVALID' && first !== undefined ? first : refusal.message,
    ...(fields && { fields }),
    ...(quote && { quote }),
    ...(order && { order }),
    ...(challenge && { challenge }),
    ...(medications && { medications }),
    ...(open && { open }),
  });
}

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const { instancePath, message } of error.validation) {
      const path = instancePath.replace(/^\//, '').replace(/\//g, '.');
      // A body that is not an object has no field to report.
      if (path !== '') fields[path] ??= message ?? 'Valeur invalide';
    }
    return new Refusal('INVALID', Object.keys(fields).length > 0 ? { fields } : {});
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  const refusalCode = code === undefined ? undefined : fastifyCodes[code];
  if (refusalCode !== undefined) return new Refusal(refusalCode);
  if (statusCode === 429) return new Refusal('TOO_MANY_TRIES');
  // Fastify's own 4xx, such as malformed JSON.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('BAD_REQUEST');
  return null;
}
