import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RefusalCode, refusals } from '@amasin/domain/contract/refusals.ts';
import { errorBody } from '../refusal.ts';
import { securityHeaders } from './page-policies.ts';

// An import of node:http reads all its exports, and thereby loads fetch and WebSocket: 16 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const parserCodes: Readonly<Record<string, RefusalCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
};

/** Responds to a request that Node's parser rejected: there is only a socket, without request or reply. */
export function sendParserError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(socket, parserCodes[error.code ?? ''] ?? 'BAD_REQUEST');
}

/**
 * Handles the requests that Node keeps from Fastify: one for a tunnel is refused, and one with an unknown expectation is
 * served without it, so that both get our response.
 */
export function serveUnusual(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 'BAD_REQUEST'));
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}

/** Whether a request may become a live connection; the offer of any other is ignored (RFC 9110, 7.8). */
export function mayUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith('/socket.io/');
}

/** Responds on the connection itself, and closes it. */
export function refuse(socket: Duplex, code: RefusalCode): void {
  const { status } = refusals[code];
  const body = JSON.stringify(errorBody(code));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...securityHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}
