import { dataFolder, prepareData } from './dataset.mjs';
import { chosen, enterWorld, measureLine, settingsFor } from './measure.mjs';
import { comparisonHeader, formatComparison } from './report.mjs';
import { productOn } from './servers.mjs';

/** Each line is measured so often on both databases, in turn: the speed of a shared machine changes within a minute. */
const ROUNDS = 5;
/** A response that is shorter than this part of the other is not compared with it. */
const SHORT = 0.8;

/**
 * Measures each chosen operation on the filled database and, in turn, on the first of the smaller ones whose response is as long;
 * prints how many times longer it takes.
 * @returns whether none failed
 */
export async function compareSizes({ options, dataDir, onEnd }) {
  const settings = settingsFor(options);
  const whole = await openSize({ orders: options.orders, dataDir, settings, onEnd });
  const smaller = [];
  for (const orders of options.against) {
    const folder = dataFolder(options.folder, orders);
    await prepareData({ dataDir: folder, orders, statements: false, onEnd });
    smaller.push(await openSize({ orders, dataDir: folder, settings, onEnd }));
  }
  let round = 0;
  const measure = async (name, { orders, ...context }) => {
    round += 1;
    const line = await measureLine(name, options.connections[0], { ...context, options, round, onEnd });
    if (line.error) throw new Error(`${line.label}, ${orders} orders: ${line.error}`);
    return line;
  };
  console.log(comparisonHeader);
  let isGood = true;
  for (const name of chosen(options.only).filter((one) => !one.startsWith('bare-'))) {
    try {
      console.log(formatComparison(await compareLine((size) => measure(name, size), whole, smaller)));
    } catch (error) {
      console.log(error.message);
      isGood = false;
    }
  }
  return isGood;
}

/** The product on a database of its own, with the people who are signed in. */
async function openSize({ orders, dataDir, settings, onEnd }) {
  const product = await productOn(dataDir, { settings });
  onEnd(() => product.end());
  await product.start();
  const { client, world } = await enterWorld(dataDir, onEnd);
  return { orders, client, world, urls: { product: product.url }, pids: { product: product.pid() } };
}

async function compareLine(measure, whole, smaller) {
  const many = [await measure(whole)];
  const few = [];
  let reference;
  for (const size of smaller) {
    reference = size;
    few[0] = await measure(size);
    if (few[0].bytes >= SHORT * many[0].bytes) break;
  }
  while (few.length < ROUNDS) {
    many.push(await measure(whole));
    few.push(await measure(reference));
  }
  return {
    label: many[0].label,
    orders: reference.orders,
    isShort: few[0].bytes < SHORT * many[0].bytes,
    few: medians(few),
    many: medians(many),
    ratios: few.map((line, round) => line.perSecond / many[round].perSecond).sort((a, b) => a - b),
  };
}

/** The middle value of each figure of some measurements. */
function medians(lines) {
  const middle = (read) => lines.map(read).sort((a, b) => a - b)[Math.floor(lines.length / 2)];
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p99: middle(({ p99 }) => p99),
    server: middle(({ cpu }) => cpu.server),
    database: middle(({ cpu }) => cpu.database),
  };
}
