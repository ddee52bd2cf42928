import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/tools/run.mjs';
import { enterWorld, measureLine } from './measure.mjs';
import { operations } from './operations/operations.mjs';
import { formatLine, header } from './report.mjs';
import { productOn } from './servers.mjs';

const TOP = 40;

/**
 * Loads the product with one operation while V8 samples it and PostgreSQL counts its statements; prints the functions by their
 * own time and the statements by theirs, and keeps both beside the samples, which Chromium or speedscope draw as a flame graph.
 * @returns whether the load did not fail
 */
export async function profileOne({ options, dataDir, scratch, onEnd }) {
  const { profile: name, connections } = options;
  if (operations[name]?.server !== 'product')
    throw new Error(`--profile: not an operation of the product: ${name}`);
  // The source, whose functions are counted by package.
  const nodeArguments = ['--cpu-prof', `--cpu-prof-dir=${scratch}`];
  const product = await productOn(dataDir, { nodeArguments, isSource: true });
  onEnd(() => product.end());
  await product.start();
  const { client, world } = await enterWorld(dataDir, onEnd);
  await countStatements(client);
  const span = { begin: 0n };
  const line = await measureLine(name, connections[0], {
    options,
    client,
    world,
    round: 0,
    urls: { product: product.url },
    pids: { product: product.pid() },
    onEnd,
    onStarted: () => {
      span.begin = process.hrtime.bigint();
      client.query('select pg_stat_statements_reset()').catch(() => undefined);
    },
  });
  const end = process.hrtime.bigint();
  const statements = await readStatements(client);
  await client.end();
  await product.stop();
  console.log(`${header}\n${formatLine({ ...line, share: Number.NaN, growth: Number.NaN })}\n`);
  if (line.error) return false;

  const samples = readdirSync(scratch).find((file) => file.endsWith('.cpuprofile'));
  const profile = JSON.parse(readFileSync(join(scratch, samples), 'utf8'));
  const text = `${formatSamples(profile, span.begin, end)}\n${formatStatements(statements, line.count)}`;
  const folder = join(options.folder, 'profiles');
  mkdirSync(folder, { recursive: true });
  const kept = join(folder, `${name}-${options.orders}`);
  writeFileSync(`${kept}.txt`, text);
  writeFileSync(`${kept}.cpuprofile`, readFileSync(join(scratch, samples)));
  console.log(`${text}\nkept: ${kept}.txt, ${kept}.cpuprofile`);
  return true;
}

async function countStatements(client) {
  await client.query('create extension if not exists pg_stat_statements');
  await client.query(`alter system set pg_stat_statements.track = 'all'`);
  await client.query('alter system set pg_stat_statements.track_planning = on');
  await client.query('select pg_reload_conf()');
}

async function readStatements(client) {
  const { rows } = await client.query(
    `select calls::int, plans::int, total_plan_time as plan, total_exec_time as run, toplevel,
       regexp_replace(query, '\\s+', ' ', 'g') as text
     from pg_stat_statements where calls > 0 and query not like '%pg_stat_statements%'
     order by total_plan_time + total_exec_time desc limit $1`,
    [TOP],
  );
  return rows;
}

/** Statements by time. A nested one, of a trigger, is also part of the one that fired it. */
function formatStatements(rows, count) {
  const lines = rows.map(({ calls, plans, plan, run, toplevel, text }) => {
    const numbers = [calls / count, plans / calls, plan, run, (plan + run) / calls];
    const cells = numbers.map((number) => number.toFixed(2).padStart(11)).join('');
    return `${cells}  ${toplevel ? '' : '(nested) '}${text.slice(0, 160)}`;
  });
  const titles = ['calls/op', 'plans/call', 'plan ms', 'run ms', 'ms each']
    .map((title) => title.padStart(11))
    .join('');
  return `${titles}  statement\n${lines.join('\n')}\n`;
}

/** Functions and packages by their own time between two moments of the monotonic clock, ns. */
function formatSamples({ nodes, samples, timeDeltas, startTime }, begin, end) {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const [functions, packages] = [new Map(), new Map()];
  let at = BigInt(startTime) * 1_000n;
  let total = 0;
  for (const [index, id] of samples.entries()) {
    at += BigInt(timeDeltas[index]) * 1_000n;
    if (at < begin || at > end) continue;
    const spent = timeDeltas[index + 1] ?? 0;
    const { functionName, url, lineNumber } = byId.get(id);
    const name = functionName.slice(0, 60) || '(anonymous)';
    const file = shorten(url);
    add(functions, file ? `${name}  ${file}:${lineNumber + 1}` : name, spent);
    add(packages, packageOf(file) || name, spent);
    total += spent;
  }
  return `${formatTop('package', packages, total)}\n${formatTop('function', functions, total)}`;
}

const add = (map, key, spent) => map.set(key, (map.get(key) ?? 0) + spent);

function formatTop(title, map, total) {
  const top = [...map].sort(([, one], [, other]) => other - one).slice(0, TOP);
  const lines = top.map(
    ([name, spent]) =>
      `${(spent / 1_000).toFixed(0).padStart(11)}${((spent / total) * 100).toFixed(1).padStart(11)}  ${name}`,
  );
  return `${'own ms'.padStart(11)}${'%'.padStart(11)}  ${title}\n${lines.join('\n')}\n`;
}

const shorten = (url) => url.replace(/^file:\/\//, '').replace(`${root}/`, '');

/** `drizzle-orm` of node_modules/drizzle-orm/…, `server/src/orders` of server/src/orders/…, or `node:net`. */
function packageOf(file) {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  return name ?? file.split('/').slice(0, 3).join('/');
}
