import { userInfo } from 'node:os';
import pg from 'pg';

/** Versions searched: from OLDEST up to, but not including, the embedded one. */
const OLDEST = 15;
const EMBEDDED = 18;
const EXTENSIONS = ['pg_trgm', 'unaccent', 'cube', 'earthdistance'];

/**
 * Finds a PostgreSQL server that is older than the embedded one and can run the server's tests: the one of TEST_DATABASE_URL_OLD,
 * or one on this machine.
 * @returns its URL, or null with one line per server that cannot be used
 */
export async function findOldPostgres() {
  const user = encodeURIComponent(userInfo().username);
  const given = process.env.TEST_DATABASE_URL_OLD;
  const local = ['localhost/postgres?host=%2Fvar%2Frun%2Fpostgresql', '127.0.0.1:5432/postgres'];
  const candidates = given ? [given] : local.map((rest) => `postgresql://${user}@${rest}`);
  const reasons = [];
  for (const url of candidates) {
    const problem = URL.canParse(url) ? await findProblem(url) : 'not a URL postgresql://…';
    if (problem === undefined) return { url, reasons };
    reasons.push(`${describe(url)}: ${problem}`);
  }
  return { url: null, reasons };
}

/** Host and query of the URL, without its password. */
function describe(url) {
  return URL.canParse(url) ? `${new URL(url).host}${new URL(url).search}` : 'TEST_DATABASE_URL_OLD';
}

async function findProblem(url) {
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
    if (found.extensions < EXTENSIONS.length) return `without the extensions ${EXTENSIONS.join(', ')}`;
    if (!found.super) return 'this account cannot create databases and extensions';
    return undefined;
  } catch (error) {
    return error.message || error.code;
  } finally {
    await client.end().catch(() => undefined);
  }
}
