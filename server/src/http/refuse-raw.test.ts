import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSockets } from '../live/sockets.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  // As in the product: live connections use the same port.
  openSockets(t.ctx, t.app.server, {});
});
afterAll(() => t.close());

describe('a request that is not made as HTTP wants', () => {
  /**
   * Sends these bytes.
   * @returns status, headers and body after the server closed the connection
   */
  async function sendRaw(head: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { hostname, port } = new URL(url);
    const client = connect(Number(port), hostname);
    let received = '';
    client.on('data', (chunk) => {
      received += chunk;
    });
    client.on('close', () => resolve());
    client.on('error', () => {});
    client.write(head);
    await promise;
    const [top = '', body = ''] = received.split('\r\n\r\n');
    return { status: top.split('\r\n')[0], head: top, body: JSON.parse(body) };
  }

  let url: string;
  beforeAll(async () => {
    url = await t.listen();
  });

  const bad = { success: false, code: 'BAD_REQUEST', message: 'Requête invalide' };
  const large = {
    success: false,
    code: 'HEADERS_TOO_LARGE',
    message: 'En-têtes de la requête trop volumineux',
  };

  const tooLarge = { success: false, code: 'TOO_LARGE', message: 'Requête trop volumineuse' };
  const type = { success: false, code: 'UNSUPPORTED', message: 'Format de requête non pris en charge' };
  const lost = [
    '404 Not Found',
    { success: false, code: 'ROUTE_NOT_FOUND', message: 'Page introuvable' },
  ] as const;
  const evil = 'host: evil.example\r\nconnection: close\r\n';
  const login = `POST /api/auth/login HTTP/1.1\r\n${evil}`;
  const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  const websocket =
    'connection: upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n';

  it.each([
    ['an invalid request line', 'BONJOUR\r\n\r\n', '400 Bad Request', bad],
    ['an invalid header', 'GET / HTTP/1.1\r\nhost x\r\n\r\n', '400 Bad Request', bad],
    ['an unknown method', 'FROB / HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request', bad],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '400 Bad Request', bad],
    ['another version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 Bad Request', bad],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${evil}\r\n`, '400 Bad Request', bad],
    ['two lengths', `${login}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, '400 Bad Request', bad],
    ['an invalid length', `${login}content-length: abc\r\n\r\n{`, '400 Bad Request', bad],
    ['a length and chunks', `${login}content-length: 1\r\n${chunked}0\r\n\r\n`, '400 Bad Request', bad],
    ['an invalid chunk', `${login}${chunked}zz\r\n`, '400 Bad Request', bad],
    [
      'a body too large',
      `${login}content-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{`,
      '413 Payload Too Large',
      tooLarge,
    ],
    [
      'large chunk extensions',
      `${login}${chunked}5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
      '413 Payload Too Large',
      tooLarge,
    ],
    [
      'another type',
      `${login}content-type: foo\r\ncontent-length: 1\r\n\r\na`,
      '415 Unsupported Media Type',
      type,
    ],
    ['an unknown expectation', `GET /api/nulle HTTP/1.1\r\n${evil}expect: foo\r\n\r\n`, ...lost],
    ['an unserved method', `PROPFIND /api/zones HTTP/1.1\r\n${evil}\r\n`, ...lost],
    ['a trace', `TRACE /api/zones HTTP/1.1\r\n${evil}\r\n`, ...lost],
    ['no path', `OPTIONS * HTTP/1.1\r\n${evil}\r\n`, ...lost],
    ['the URL of another site', `GET http://evil.example/api/nulle HTTP/1.1\r\n${evil}\r\n`, ...lost],
    ['a malformed URL', `GET http://evil.example/% HTTP/1.1\r\n${evil}\r\n`, '400 Bad Request', bad],
    ['a NUL in the path', `GET /api/%00 HTTP/1.1\r\n${evil}\r\n`, ...lost],
    ['two hosts', `GET /api/nulle HTTP/1.1\r\nhost: a\r\n${evil}\r\n`, ...lost],
    ['an upgrade elsewhere', `GET /api/nulle HTTP/1.1\r\nhost: x\r\n${websocket}\r\n`, ...lost],
    [
      'an upgrade to HTTP/2',
      'GET /api/nulle HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n',
      ...lost,
    ],
    [
      'a path too long',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${evil}\r\n`,
      '431 Request Header Fields Too Large',
      large,
    ],
    ['no host', 'GET /api/zones HTTP/1.1\r\nconnection: close\r\n\r\n', '400 Bad Request', bad],
    [
      'headers too large',
      `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      large,
    ],
  ])('gets the usual body and headers: %s', async (_, head, status, body) => {
    const response = await sendRaw(head);
    expect([response.status, response.body]).toEqual([`HTTP/1.1 ${status}`, body]);
    expect(response.head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(response.head).toContain('x-content-type-options: nosniff');
    expect(JSON.stringify(response)).not.toContain('evil');
  });

  it('gets 408 when it does not arrive in time', async () => {
    t.app.server.once('connection', (socket: Socket) => {
      const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      socket.once('data', () => t.app.server.emit('clientError', error, socket));
    });
    const { status, body } = await sendRaw('GET / HTTP/1.1\r\n');
    expect([status, body]).toEqual([
      'HTTP/1.1 408 Request Timeout',
      {
        success: false,
        code: 'TIMEOUT',
        message: 'Votre demande a mis trop longtemps à arriver. Veuillez réessayer.',
      },
    ]);
  });
});
