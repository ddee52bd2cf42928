// Prints the address of a PostgreSQL older than the embedded one on which the server's tests can run, for `.ci/run`.
// Prints nothing, and says why on the error output, where there is none; ends with 2 where the one that was asked for is none.
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { root } from './house/root.mjs';

// The driver is the server's dependency, not the house's.
const pg = createRequire(join(root, 'server', 'package.json'))('pg');

/** The versions that Amasin promises to run on, below the embedded one. */
const OLDEST = 15;
const EMBEDDED = 18;
const EXTENSIONS = ['pg_trgm', 'unaccent', 'cube', 'earthdistance'];

const user = encodeURIComponent(userInfo().username);
const given = process.env.TEST_DATABASE_URL_OLD;
const candidates = given
  ? [given]
  : ['localhost/postgres?host=%2Fvar%2Frun%2Fpostgresql', '127.0.0.1:5432/postgres'].map(
      (rest) => `postgresql://${user}@${rest}`,
    );

for (const url of candidates) {
  const refusal = URL.canParse(url) ? await findRefusal(url) : 'pas une adresse postgresql://…';
  if (refusal === undefined) {
    console.log(url);
    process.exit();
  }
  console.error(`${describe(url)} : ${refusal}`);
}
if (given) process.exitCode = 2;

/** Without its password. */
function describe(url) {
  return URL.canParse(url) ? `${new URL(url).host}${new URL(url).search}` : 'TEST_DATABASE_URL_OLD';
}

async function findRefusal(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, rolsuper AS super,
         (SELECT count(*)::int FROM pg_available_extensions WHERE name = ANY($1)) AS extensions
       FROM pg_roles WHERE rolname = current_user`,
      [EXTENSIONS],
    );
    const [found] = rows;
    if (found.version < OLDEST || found.version >= EMBEDDED) return `version ${found.version}`;
    if (found.extensions < EXTENSIONS.length) return `sans les extensions ${EXTENSIONS.join(', ')}`;
    if (!found.super) return 'ce compte ne peut pas créer de bases et d’extensions';
    return undefined;
  } catch (error) {
    return error.message || error.code;
  } finally {
    await client.end().catch(() => undefined);
  }
}
