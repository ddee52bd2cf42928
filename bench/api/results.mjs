import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The size of the set of orders that the others are compared with, and of the lines whose answer 20 orders do not fill. */
const FEW = 20;
const MANY = 100_000;

const fileOf = (folder, orders) => join(folder, 'results', `${orders}.json`);

function read(folder, orders) {
  try {
    return JSON.parse(readFileSync(fileOf(folder, orders), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Keeps the shares of the bare search, by line, for the comparison of other sizes; those of other runs remain. */
export function saveShares(folder, orders, shares) {
  mkdirSync(join(folder, 'results'), { recursive: true });
  writeFileSync(fileOf(folder, orders), JSON.stringify({ ...read(folder, orders), ...shares }, null, 2));
}

/**
 * The latest shares with few orders, by line.
 * @returns the share of a line; with 100,000 orders for an operation that `needsMany`, so that both answer as many rows
 */
export function readFewShares(folder) {
  const [few, many] = [read(folder, FEW), read(folder, MANY)];
  return (key, { needsMany }) => (needsMany ? many : few)[key];
}
