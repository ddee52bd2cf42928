import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import type { FirebaseSettings } from '../settings/firebase-settings.ts';

export const PROJECT = {
  apiKey: 'AIzaSyTest-key-of-a-test-project',
  authDomain: 'amasin-essai.firebaseapp.com',
  projectId: 'amasin-essai',
};

type Key = Awaited<ReturnType<typeof newKey>>;

/** Firebase over HTTP on this machine: its published keys, and what its kit calls. */
export interface FakeFirebase {
  readonly url: string;
  readonly settings: FirebaseSettings;
  /** The codes that were sent, newest first; also at `/codes`. */
  readonly codes: SentCode[];
  /** How the keys are published. */
  keys: { status: number; cacheControl: string | undefined };
  /** How often the keys were read. */
  readCount: number;
  /** The published key that signs. */
  readonly current: () => Key;
  /** Publishes another key instead; returns the former one. */
  rotate(): Promise<Key>;
  /** The token of a telephone that gave the right code now; a claim of `undefined` is left out. */
  sign(phone: string, claims?: object, by?: Partial<Signing>): Promise<string>;
  close(): Promise<void>;
}

interface Signing {
  readonly key: Key;
  readonly header: Partial<JWTHeaderParameters>;
}

let keyCount = 0;

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  keyCount += 1;
  const kid = `key-${keyCount}`;
  const published: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { privateKey, publicKey, kid, published };
}

/** @param now its clock, ms since 1970 */
export async function startFirebase(now: () => number): Promise<FakeFirebase> {
  let key = await newKey();
  const fake = {
    codes: [] as SentCode[],
    keys: { status: 200, cacheControl: 'public, max-age=20000' } as FakeFirebase['keys'],
    readCount: 0,
    current: () => key,
    rotate: async () => {
      const former = key;
      key = await newKey();
      return former;
    },
    sign: (phone: string, claims = {}, { key: by = key, header = {} }: Partial<Signing> = {}) => {
      const seconds = Math.floor(now() / 1000);
      const payload = {
        iss: `https://securetoken.google.com/${PROJECT.projectId}`,
        aud: PROJECT.projectId,
        auth_time: seconds,
        user_id: `user-${phone}`,
        sub: `user-${phone}`,
        iat: seconds,
        exp: seconds + 3600,
        phone_number: phone,
        firebase: { identities: { phone: [phone] }, sign_in_provider: 'phone' },
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid: by.kid, typ: 'JWT', ...header })
        .sign(by.privateKey);
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'http://firebase.test');
    if (pathname === '/codes') return response.end(JSON.stringify({ codes: fake.codes }));
    if (pathname !== '/keys') return answerKit(fake, request, response);
    fake.readCount += 1;
    const { status, cacheControl } = fake.keys;
    if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl);
    return response.writeHead(status).end(JSON.stringify({ keys: [key.published] }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(fake, {
    url,
    settings: { project: PROJECT, keysUrl: `${url}/keys` },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

interface SentCode {
  readonly to: string;
  readonly code: string;
}

interface Service {
  readonly codes: SentCode[];
  sign(phone: string): Promise<string>;
}

/** The captcha of the fake reCAPTCHA. */
const CAPTCHA = 'captcha-of-the-fake';

const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'content-type': 'application/json',
};

/** The calls of the kit, answered as the emulator of Firebase Authentication does; each code is accepted once. */
async function answerKit(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (body: object, status = 200) => response.writeHead(status, open).end(JSON.stringify(body));
  const refuse = (message: string) =>
    send({ error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] } }, 400);
  if (request.method === 'OPTIONS') {
    send({});
    return;
  }
  const { pathname } = new URL(request.url ?? '', 'http://firebase.test');
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = JSON.parse(Buffer.concat(parts).toString() || '{}');
  switch (pathname) {
    case '/v1/recaptchaParams':
      send({ recaptchaSiteKey: 'site-key-of-the-fake' });
      return;
    // reCAPTCHA Enterprise is not configured.
    case '/v2/recaptchaConfig':
      refuse('RECAPTCHA_NOT_ENABLED');
      return;
    case '/v1/accounts:sendVerificationCode': {
      if (body.recaptchaToken !== CAPTCHA) {
        refuse('INVALID_RECAPTCHA_TOKEN');
        return;
      }
      const code = String(100_000 + 7_919 * service.codes.length);
      service.codes.unshift({ to: body.phoneNumber, code });
      send({ sessionInfo: `session-${service.codes.length}` });
      return;
    }
    case '/v1/accounts:signInWithPhoneNumber': {
      const rank = Number(String(body.sessionInfo).replace('session-', ''));
      const sent = service.codes.at(-rank);
      if (sent === undefined || sent.code === '') {
        refuse('SESSION_EXPIRED');
        return;
      }
      if (sent.code !== body.code) {
        refuse('INVALID_CODE');
        return;
      }
      service.codes[service.codes.length - rank] = { ...sent, code: '' };
      const idToken = await service.sign(sent.to);
      const localId = `user-${sent.to}`;
      const more = { refreshToken: 'refresh-token-of-the-fake', expiresIn: '3600', isNewUser: false };
      send({ idToken, localId, phoneNumber: sent.to, ...more });
      return;
    }
    case '/v1/accounts:lookup':
      send({ users: [{ localId: 'user', providerUserInfo: [], createdAt: '0', lastLoginAt: '0' }] });
      return;
    default:
      refuse('NOT_FOUND');
  }
}
