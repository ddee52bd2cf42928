import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres } from '../../server/src/database/embedded/find-running.ts';
import { addWork } from './fill/work.mjs';
import { runLoad } from './loading/run-load.mjs';
import { operations } from './operations/operations.mjs';
import { formatLine, formatMegabytes, header } from './report.mjs';
import { readFewShares, saveShares } from './results.mjs';
import { bareOn, productOn, startSeveral } from './servers.mjs';
import { usageOf } from './usage.mjs';
import { readWorld } from './world.mjs';

const UNIT = 'bare-search';
/** It is measured for so long before and after each line, s: the speed of a shared machine changes between lines. */
const UNIT_SECONDS = 1;
/** Before memory is read, ms: the work that follows a start or a load is then over. */
const REST_MS = 3_000;

/** Measures each chosen operation with each number of connections and prints the table. @returns whether none failed */
export async function measureAll({ options, dataDir, scratch, onEnd }) {
  const names = chosen(options.only);
  const product = await productOn(dataDir, { settings: settingsFor(options) });
  onEnd(() => product.end());
  const memory = async () => {
    await pause(REST_MS);
    return formatMegabytes(usageOf(product.pid()).server.bytes);
  };
  console.log(`start with data there, ms: ${(await startSeveral(product)).join(', ')}`);
  console.log(`memory of the server, idle: ${await memory()}\n`);

  const { client, world } = await enterWorld(dataDir, onEnd);
  const bare = await bareOn({ product, world, scratch });
  onEnd(() => bare.end());
  await bare.start();
  console.log(header);
  const measure = { options, client, world, urls: { product: product.url, bare: bare.url }, onEnd };
  const lines = await measureLines(names, {
    ...measure,
    pids: { product: product.pid(), bare: bare.pid() },
  });
  console.log(`\nmemory of the server, after the load: ${await memory()}`);
  await bare.stop();
  await client.end();
  await product.stop();
  return lines.every(({ error }) => error === undefined);
}

/** More connections than it serves calls at a time: without this, it would refuse them. */
export const settingsFor = ({ connections }) => ({ MAX_BUSY: String(Math.max(100, ...connections)) });

/** Connects to the database of the running product, and signs people in. */
export async function enterWorld(dataDir, onEnd) {
  const connection = findRunningPostgres(dataDir);
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  onEnd(() => client.end());
  return { client, world: { ...(await readWorld(client)), connection } };
}

async function measureLines(names, context) {
  const { connections: several, folder, orders } = context.options;
  const few = readFewShares(folder);
  const [units, shares] = [new Map(), {}];
  const lines = [];
  for (const name of names) {
    for (const connections of several) {
      const isUnit = name === UNIT;
      const before = isUnit ? null : await measureUnit(connections, context);
      const line = await measureLine(name, connections, { ...context, round: lines.length });
      lines.push(line);
      // The unit is a line itself, first and last: the last one's share shows how far the machine has drifted.
      if (!units.has(connections)) units.set(connections, line.perSecond);
      const unit = isUnit ? units.get(connections) : (before + (await measureUnit(connections, context))) / 2;
      const share = line.perSecond / unit;
      const key = `${name} ${connections}`;
      if (!line.error && !isUnit) shares[key] = { share, bytes: line.bytes };
      const { share: fewShare, isMany } = few(key, line.bytes);
      console.log(formatLine({ ...line, share, growth: fewShare / share, isMany }));
    }
  }
  saveShares(folder, orders, shares);
  return lines;
}

async function measureUnit(connections, context) {
  const options = { ...context.options, seconds: UNIT_SECONDS };
  const { perSecond, error } = await measureLine(UNIT, connections, { ...context, options });
  if (error !== undefined) throw new Error(error);
  return perSecond;
}

/** Measures an operation once. A failure is a line with its `error`. */
export async function measureLine(name, wanted, context) {
  const { options, client, world, urls, round, ...running } = context;
  const { label, server, needsWork, most = wanted } = operations[name];
  const connections = Math.min(wanted, most);
  try {
    const work = needsWork ? await addWork(client, options) : [];
    const task = { origin: urls[server], name, world: { ...world, work, round }, connections };
    const figures = await runLoad({ ...task, seconds: options.seconds }, { ...running, server });
    return { label, connections, ...figures };
  } catch (error) {
    return { label, connections, error: error.message };
  }
}

/**
 * The names to run, with the unit first and last. Without `only`, all that belong to no group; `only` may name a group.
 * @throws Error for an unknown name
 */
export function chosen(only) {
  const groups = Object.values(operations).map(({ group }) => group);
  const unknown = only.filter((name) => !(name in operations) && !groups.includes(name));
  if (unknown.length > 0) {
    const known = [...Object.keys(operations), ...new Set(groups.filter(Boolean))];
    throw new Error(`--only: unknown ${unknown.join(', ')}; known: ${known.join(', ')}`);
  }
  const isChosen = ([name, { group }]) =>
    only.length === 0 ? group === undefined : only.includes(name) || only.includes(group);
  const names = Object.entries(operations)
    .filter(isChosen)
    .map(([name]) => name);
  return [UNIT, ...names.filter((name) => name !== UNIT), UNIT];
}
