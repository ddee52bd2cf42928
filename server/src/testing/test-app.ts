import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { buildUser, type UserFields } from '../builders/user.ts';
import type { SystemCtx } from '../ctx.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { readEnv, type Settings, settingsOf } from '../env.ts';
import { folderStore } from '../files/folder-store.ts';
import { buildApp } from '../http/app.ts';
import { noPush } from '../notifications/push.ts';
import { sandboxProvider } from '../payments/providers/sandbox.ts';
import { serveSandboxPortal } from '../payments/providers/sandbox-portal.ts';
import type { Machine } from '../ports/machine.ts';
import { rememberSessions } from '../session/authenticate.ts';
import { insertSession } from '../session/queries.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { type Limits, limits } from '../settings/limits.ts';
import type { Sms } from '../sms/embedded.ts';
import { hooks } from '../start/hooks.ts';
import { admin, copyTemplate, withDatabase } from './global-setup.ts';
import { testMessages } from './messages.ts';

export const TEST_SECRET = 'secret-for-tests-only';

/** Delay of the embedded provider's late approval, ms of real time. */
export const LATE_MS = 20;

/** A signed-in user of a test. */
export interface Visitor {
  readonly row: UserRow;
  readonly token: string;
}

/** A response as a client sees it. */
export interface Seen {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response.
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A clock that advances only when a test calls `advance`. */
export class TestClock {
  private at: number;
  constructor(start: Date) {
    this.at = start.getTime();
  }
  now = () => new Date(this.at);
  advance(seconds: number) {
    this.at += seconds * 1000;
  }
}

/** The server on its own copy of the migrated database. One per test file; `close` it in afterAll. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly ctx: SystemCtx;
  readonly db: SystemCtx['db'];
  readonly pool: OpenDatabase['pool'];
  readonly clock: TestClock;
  /** The folder of the file store; created with the first file. */
  readonly filesFolder: string;
  /** Calls `/api{path}` as this visitor (null: without a session). */
  call(
    visitor: Visitor | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: object,
  ): Promise<Seen>;
  /** Creates a user of this type and signs them in. */
  signIn(type: UserType, fields?: Partial<UserFields>): Promise<Visitor>;
  /** Another session for an existing user. */
  session(row: UserRow): Promise<Visitor>;
  /** Delivers the queued messages and returns all, newest first. */
  messages(): Promise<readonly Sms[]>;
  /** Listens on a free port of 127.0.0.1 and returns the URL. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

const testSettings: Settings = {
  ...settingsOf(
    readEnv({
      CONTACT_PHONE: '0196009900',
      CONTACT_EMAIL: 'aide@exemple.bj',
      DESK_SESSION_HOURS: '8760',
      DESK_IDLE_MINUTES: '100000',
    }),
  ),
  // Opening the queue takes a second: the tests of these messages ask for them.
  smsMoments: [],
  // Their tests ask for it.
  askPharmacies: 'never',
};

/** The settings of the house in tests. */
export const house = testSettings.environment;

const testLimits: Limits = {
  // Above what tests reach.
  ...(Object.fromEntries(Object.keys(limits).map((name) => [name, 100_000])) as unknown as Limits),
  callersPerMinute: limits.callersPerMinute,
  accountsPerAddress: limits.accountsPerAddress,
  captchaWork: 1,
};

const machineAt = (at: Date): Machine => ({
  commit: 'commit-of-tests',
  startedAt: at,
  readBackups: async () => ({
    last: { finishedAt: at, bytes: 1_000 },
    check: { at, isWhole: true, isRestored: false },
  }),
  answers: () => [{ host: 'sms.test', status: 200, at }],
});

type Change = Partial<Omit<SystemCtx, 'settings' | 'limits'>> & {
  settings?: Partial<Settings>;
  limits?: Partial<Limits>;
};

/** @param change parts of the context, settings and limits to replace */
export async function startTestApp({ settings, limits, ...change }: Change = {}): Promise<TestApp> {
  const { url } = inject('postgres');
  const database = `amasin_${process.pid}_${randomBytes(4).toString('hex')}`;
  await copyTemplate(inject('postgres'), database);
  const opened = openDatabase({ connectionString: withDatabase(url, database), max: 25 }, () => {});
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  const log = { info() {}, warn() {}, error() {} };
  const filesFolder = join(tmpdir(), `amasin-files-${database}`);
  const messages = testMessages(opened.pool, { clock, log });
  const ctx: SystemCtx = {
    db: opened.db,
    clock,
    log,
    payments: sandboxProvider({ db: opened.db, clock, secret: TEST_SECRET }),
    otherPayments: [],
    ...hooks,
    files: folderStore(filesFolder),
    linkSecrets: [TEST_SECRET],
    sessions: rememberSessions(),
    jobs: messages.jobs,
    sms: messages.sms,
    phoneVerifier: null,
    push: noPush,
    machine: machineAt(clock.now()),
    settings: { ...testSettings, environment: { ...house, ...settings }, ...settings },
    limits: { ...testLimits, ...limits },
    ...change,
  };
  const app = await buildApp(ctx, { logger: false, trustProxy: 0 });
  serveSandboxPortal(app, { db: opened.db, clock, secret: TEST_SECRET, lateMs: LATE_MS });
  await app.ready();

  const session = async (row: UserRow): Promise<Visitor> => {
    const token = newToken();
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + DAY_MS);
    await insertSession(opened.db, {
      tokenHash: tokenHash(token),
      userId: row.id,
      createdAt,
      expiresAt,
    });
    return { row, token };
  };

  return {
    app,
    ctx,
    db: opened.db,
    pool: opened.pool,
    clock,
    filesFolder,
    session,
    signIn: async (type, fields = {}) => session(await buildUser(opened.db, { type, ...fields })),
    call: async (visitor, method, path, body, headers = {}) => {
      const response = await app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: `/api${path}`,
        headers: {
          'content-type': 'application/json',
          ...(visitor && { authorization: `Bearer ${visitor.token}` }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      return {
        status: response.statusCode,
        body: response.body === '' ? null : response.json(),
        headers: response.headers,
      };
    },
    messages: () => messages.delivered(ctx),
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    close: async () => {
      await app.close();
      await messages.close();
      await opened.close();
      await admin(url, `drop database if exists ${database} with (force)`);
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}
