import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import type { FirebaseSettings } from '../settings/firebase-settings.ts';
import { answerKit, type SentCode } from './kit-calls.fixture.ts';

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
