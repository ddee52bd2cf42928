// For `.ci/run`: prints the URL of a PostgreSQL server that is older than the embedded one and can run the server's tests. If
// there is none, prints only the reasons, on stderr. Exits with 2 if the server of TEST_DATABASE_URL_OLD cannot be used.
import { userInfo } from 'node:os';
import pg from 'pg';

/** Versions searched: from OLDEST up to, but not including, the embedded one. */
const OLDEST = 15;
const EMBEDDED = 18;
const EXTENSIONS = ['pg_trgm', 'unaccent', 'cube', 'earthdistance'];

const user = encodeURIComponent(userInfo().username);
const configured = process.env.TEST_DATABASE_URL_OLD;
const candidates = configured
  ? [configured]
  : ['localhost/postgres?host=%2Fvar%2Frun%2Fpostgresql', '127.0.0.1:5432/postgres'].map(
      (rest) => `postgresql://${user}@${rest}`,
    );

for (const url of candidates) {
  const problem = URL.canParse(url) ? await findProblem(url) : 'pas une adresse postgresql://…';
  if (problem === undefined) {
    console.log(url);
    process.exit();
  }
  console.error(`${describe(url)} : ${problem}`);
}
if (configured) process.exitCode = 2;

/** Host and query of the URL. */
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
    if (found.extensions < EXTENSIONS.length) return `sans les extensions ${EXTENSIONS.join(', ')}`;
    if (!found.super) return 'ce compte ne peut pas créer de bases et d’extensions';
    return undefined;
  } catch (error) {
    return error.message || error.code;
  } finally {
    await client.end().catch(() => undefined);
  }
}
