import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const SIZES = [20, 100_000, 1_000_000];

/**
 * The options of `npm run bench`.
 * @throws Error with one line for the user
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '100000' },
      only: { type: 'string', multiple: true, default: [] },
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '16,64' },
      folder: { type: 'string', default: join(tmpdir(), 'amasin-bench') },
      profile: { type: 'string' },
      rate: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const orders = wholeNumber('orders', values.orders);
  const against = values.against === undefined ? null : wholeNumbers('against', values.against);
  if (![orders, ...(against ?? [])].every((size) => SIZES.includes(size)))
    throw new Error(`--orders, --against: expected ${SIZES.join(', ')}`);
  if (against?.some((size) => size >= orders)) throw new Error('--against: expected fewer orders');
  const measures = [values.against, values.rate, values.profile].filter((value) => value !== undefined);
  if (measures.length > 1) throw new Error('--against, --rate, --profile: expected one of them');
  return {
    orders,
    only: values.only.flatMap((names) => names.split(',')),
    seconds: wholeNumber('seconds', values.seconds),
    connections: wholeNumbers('connections', values.connections),
    folder: values.folder,
    profile: values.profile ?? null,
    against,
    rates: values.rate === undefined ? null : wholeNumbers('rate', values.rate),
  };
}

const wholeNumbers = (name, text) => text.split(',').map((part) => wholeNumber(name, part));

function wholeNumber(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name}: expected a whole number from 1 on`);
  return number;
}
